"""What every edition of Paris has in common, and how large its numbers may be: the kernel's arrays have this size."""

DISTRICTS, SPACES, TYPES = 6, 6, 6
BUILDINGS = DISTRICTS * SPACES
EIGHT = 8  # the value that wood_for_8, vp_for_8 and P15 are about
PLAYERS = (2, 3, 4)
KEYS_AT_MOST = 12  # P5
LANDMARKS_AT_MOST, SECTIONS_AT_MOST, UNITS_AT_MOST, STACKS_AT_MOST = 8, 3, 12, 9
VALUE_AT_MOST, AMOUNT_AT_MOST, VP_TILES_AT_MOST, END_TILES_AT_MOST, VP_KINDS_AT_MOST = 60, 1000, 12, 12, 3

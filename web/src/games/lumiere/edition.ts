// Shapes and tiles of the edition a game is played with. A bundled edition is named by its version and kept here for
// drawing (tests/web/test_lumiere_board.py checks it against src/lutetia/games/lumiere/rules/edition.toml); any other
// comes with the view.
import type { View } from '../manifest';
import type { Paving, Seat } from './types';

export interface Edition {
  /** O own, R rival, M mixed, L lamp; clockwise from the top left. */
  tiles: string[];
  buildings: Record<string, string[]>;
  garden: string[];
  fountain: string[];
  tokens: number;
}

const BUNDLED: Edition = {
  tiles: ['OORM', 'OOMR', 'OROM', 'OROM', 'OORL', 'OOLR', 'OROL', 'OMOL'],
  buildings: {
    I3: ['###'],
    V3: ['##', '#.'],
    L4: ['###', '#..'],
    T4: ['###', '.#.'],
    S4: ['.##', '##.'],
    O4: ['##', '##'],
    U5: ['###', '#.#'],
    V5: ['###', '#..', '#..'],
    W5: ['##.', '.##', '..#'],
    P5: ['##', '##', '#.'],
    C6: ['####', '#..#'],
    V6: ['####', '#...', '#...'],
  },
  garden: ['##'],
  fountain: ['##'],
  tokens: 4,
};

export function editionOf(view: View): Edition {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const own = view.edition as any;
  if (typeof own !== 'object' || own === null) return BUNDLED;
  const buildings = Object.fromEntries(
    Object.entries(own.buildings).filter(([, rows]) => Array.isArray(rows)),
  ) as Record<string, string[]>;
  const { pieces } = own;
  return {
    tiles: own.tiles.layout,
    buildings,
    garden: pieces.garden,
    fountain: pieces.fountain,
    tokens: own.counts.action_tokens,
  };
}

const LETTERS: Record<string, Paving | 'own' | 'rival'> = { O: 'own', R: 'rival', M: 'mixed', L: 'lamp' };

/** What a seat's tile shows after some clockwise quarter turns, in reading order: the letter at place i (clockwise
    from the top left) moves to place i + 1 with each turn. */
export function tileFace(edition: Edition, tile: number, seat: Seat, turn: number): Paving[] {
  const rival: Seat = seat === 'orange' ? 'blue' : 'orange';
  const clockwise = [0, 1, 2, 3].map((place): Paving => {
    const kind = LETTERS[edition.tiles[tile][(place - turn + 4) % 4]];
    return kind === 'own' ? seat : kind === 'rival' ? rival : kind;
  });
  return [clockwise[0], clockwise[1], clockwise[3], clockwise[2]];
}

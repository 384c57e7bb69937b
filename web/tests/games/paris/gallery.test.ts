// The pictures of the component gallery.
import { expect, test } from 'vitest';
import bundled from '../../../src/games/paris/edition.json';
import { picture, type EditionData } from '../../../src/games/paris/gallery/pictures';

/** What the board does not draw is not in the front end's copy of the edition. */
const DATA = {
  ...bundled,
  tokens: { ...bundled.tokens, by_value: { 8: 'gold' } },
  bonus: { ...bundled.bonus, zones: { A: [1, 10], B: [11, 20], C: [21, 30] } },
  vp_tiles: { tiles: [[20, 10, 5]] },
  end_tiles: { francs_3: 3, vp_2: 1 },
  players: { francs: 3 },
} as unknown as EditionData;

test('every kind of component is drawn, with its numbers', () => {
  const drawn: Record<string, string> = {
    'bank-la-villette': '>6<',
    'building-saint-germain-8': '#pa-t-cafe',
    'token-gold-prestige': '#pa-k-gold_prestige',
    'landmark-8': '#pa-l-16',
    'vp-1': '>20<',
    'bonus-12': '>5<',
    'end-vp2': '>2<',
    'end-francs': '>3<',
    'end-gold-prestige': '#pa-k-gold_prestige',
    stacks: '#pa-bldg',
    zones: '>1–10<',
    player: '#pa-key-circle',
  };
  for (const [id, wanted] of Object.entries(drawn)) {
    const found = picture(id, DATA)!.drawn;
    expect(found, id).toContain(wanted);
    expect(found, id).not.toMatch(/NaN|undefined/);
  }
});

test('a landmark of another value has a drawing too', () => {
  const [first, ...others] = DATA.landmarks;
  const changed = { ...DATA, landmarks: [{ ...first, value: 21 }, ...others] };
  expect(picture('landmark-1', changed)!.drawn).toContain('#pa-dome');
});

test('a cost of many units is written as a number, however large it is', () => {
  const [first, ...others] = DATA.landmarks;
  const dear = { ...DATA, landmarks: [{ ...first, marble: 999_999_999, gold: 2 }, ...others] };
  const { drawn } = picture('landmark-1', dear)!;
  expect(drawn).toContain('>999999999<');
  expect(drawn.match(/#pa-k-marble/g)).toHaveLength(1);
});

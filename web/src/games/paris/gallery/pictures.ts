// Every component as a drawing round 0, 0, with its box. Numbers come from the edition.
import { coin, key, landmarkName, locator, prize, text, token, use } from '../draw/marks';
import { pictogram } from '../draw/pictograms';
import type { Edition } from '../edition';
import type { Prize } from '../types';

export interface EditionData extends Edition {
  vp_tiles: { tiles: Prize[] };
}

export interface Picture {
  box: string;
  drawn: string;
}

const RESOURCES = ['wood', 'marble', 'gold'];
const hyphened = (name: string): string => name.replace(/ /g, '-').toLowerCase();
const tile = (side: number, inner: string): string =>
  `<rect x="${-side / 2}" y="${-side / 2}" width="${side}" height="${side}" rx="10" class="p-tile"/>${inner}`;
const square = (half: number): string => `${-half} ${-half} ${2 * half} ${2 * half}`;

/** The picture of a component; null if there is nothing to draw. */
export function picture(id: string, data: EditionData): Picture | null {
  const [kind, ...rest] = id.split('-');
  const name = rest.join('-');
  switch (kind) {
    case 'bank':
      return bank(name, data);
    case 'building':
      return building(rest.slice(0, -1).join('-'), Number(rest.at(-1)), data);
    case 'token':
      return good(name.replace('-', '_'), data);
    case 'landmark':
      return landmark(Number(name) - 1, data);
    case 'vp':
      return { box: '-40 -26 80 52', drawn: prize(data.vp_tiles.tiles[Number(name) - 1]) };
    case 'bonus':
      return bonus(Number(name), data);
    case 'end':
      return end(name.replace('-', '_'), data);
    case 'stacks':
      return stacks();
    case 'zones':
      return zones(data);
    case 'player':
      return player(data);
    default:
      return null;
  }
}

function bank(name: string, data: EditionData): Picture {
  const i = data.districts.names.map(hyphened).indexOf(name);
  const temple =
    use('pediment', 0, -19, 50, 18, `class="p-d${i}t"`) +
    `<path d="M-24 22.5h48" class="p-plinth p-d${i}t"/><path d="M-20.5-9v29M20.5-9v29" class="p-columns p-d${i}t"/>` +
    coin(0, 5.5, 31, data.districts.banks[i]);
  return {
    box: '-62 -34 124 68',
    drawn:
      '<rect x="-60" y="-32" width="120" height="64" rx="10" class="p-tile"/>' +
      `<g transform="translate(-24 1)">${temple}</g><g transform="translate(34 0)">` +
      `<circle r="21" class="p-d${i}"/>${locator(i, 18)}</g>`,
  };
}

function building(district: string, value: number, data: EditionData): Picture {
  const i = data.districts.names.map(hyphened).indexOf(district);
  const type = data.types[data.districts.names[i]][data.buildings.values.indexOf(value)];
  const worth = data.tokens.by_value[value];
  return {
    box: square(38),
    drawn: tile(
      74,
      `<path d="M-36 20h72v7a9 9 0 0 1-9 9h-54a9 9 0 0 1-9-9z" class="p-d${i}"/>` +
        `<g class="p-emblem">${use(`t-${type}`, 3, -5, 46)}</g>` +
        text(-24, -17, 24, value, 'p-fig p-value') +
        (worth ? token(worth, 24, 23, 25, data.section_vp[worth]) : ''),
    ),
  };
}

const good = (kind: string, data: EditionData): Picture => ({
  box: square(26),
  drawn: token(kind, 0, 0, 50, data.section_vp[kind]),
});

const MOST_UNITS = 3; // of marble and gold that are drawn one by one; more are counted

function landmark(n: number, data: EditionData): Picture {
  const { value, marble, gold, sections } = data.landmarks[n];
  const costs = Object.entries({ marble, gold }).filter(([, n]) => n);
  const few = marble + gold <= MOST_UNITS;
  const units = few ? costs.flatMap(([kind, n]) => Array<string>(n).fill(kind)) : [];
  const counted = (few ? [] : costs).map(([kind, n], at) => {
    const y = -17 + (at - (costs.length - 1) / 2) * 15;
    return text(40, y + 4, 13, n) + token(kind, 56, y, 14);
  });
  const row = (goods: readonly string[], x: number, y: number, size: number): string =>
    goods
      .map((kind, at) => token(kind, x + (at - (goods.length - 1) / 2) * size * 1.05, y, size, data.section_vp[kind]))
      .join('');
  return {
    box: '-72 -40 144 80',
    drawn:
      '<rect x="-70" y="-38" width="140" height="76" rx="10" class="p-tile"/>' +
      use(landmarkName(value), -40, 2, 56) +
      text(4, -9, 27, value) +
      row(units, 44, -17, 16) +
      counted.join('') +
      row(sections, 29, 17, 25),
  };
}

const bonus = (number: number, data: EditionData): Picture => ({
  box: square(38),
  drawn: tile(74, `<g transform="translate(1 3) scale(1.1)">${pictogram(number, data, 2)}</g>`) + badge(number),
});
const badge = (number: number): string => text(-25.5, -22, 13, number, 'p-ui p-number');

function end(kind: string, data: EditionData): Picture {
  const francs = Object.keys(data.end_tiles).find((one) => one.startsWith('francs_')) ?? '';
  const inner =
    kind === 'francs'
      ? coin(0, 0, 44, Number(francs.slice(7)))
      : kind.startsWith('vp')
        ? use('star', 0, 0, 50) + text(0, 11.5, 25, kind.slice(2), 'p-fig p-onmetal')
        : token(kind, 0, 0, 44, RESOURCES.includes(kind) ? undefined : data.section_vp[kind]);
  return { box: square(38), drawn: tile(74, inner) };
}

const stacks = (): Picture => ({
  box: '-62 -28 124 56',
  drawn: [-38, 0, 38]
    .map(
      (x) =>
        `<g transform="translate(${x} 0)"><rect x="-13" y="-15" width="34" height="34" rx="6" class="p-under"/>` +
        `<rect x="-17" y="-19" width="34" height="34" rx="6" class="p-tile"/>${use('bldg', 0, -2, 22)}</g>`,
    )
    .join(''),
});

/** The track as a line of spaces, one letter for each zone. */
function zones(data: EditionData): Picture {
  const all = Object.entries((data.bonus as unknown as { zones: Record<string, [number, number]> }).zones);
  const last = Math.max(...all.flatMap(([, zone]) => zone));
  const at = (n: number): number => -120 + (n * 240) / last;
  return {
    box: '-124 -24 248 48',
    drawn: all
      .map(
        ([letter, [from, to]], i) =>
          `<rect x="${at(from - 1) + 1.5}" y="-20" width="${at(to) - at(from - 1) - 3}" height="40" rx="8"` +
          ` class="p-tile"/><rect x="${at(from - 1) + 1.5}" y="12" width="${at(to) - at(from - 1) - 3}" height="8"` +
          ` rx="4" class="p-d${2 * i}"/>` +
          text((at(from - 1) + at(to)) / 2, 1, 17, letter) +
          text((at(from - 1) + at(to)) / 2, 10.5, 9, `${from}–${to}`, 'p-ui p-number'),
      )
      .join(''),
  };
}

const player = (data: EditionData): Picture => ({
  box: '-56 -32 112 64',
  drawn:
    ['p1', 'p2', 'p3'].map((seat, i) => key(seat, [-38 + 26 * i, 0], 56)).join('') +
    coin(40, 8, 34, data.players.francs),
});

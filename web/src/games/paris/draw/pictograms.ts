// Pictures of the bonus tiles, drawn round 0, 0 within a circle of radius 27, built from the game's own pieces:
// star / object reads "VP per", ×2 two of them, +1 a key and the coin its price. Numbers come from the edition (P51).
import type { Edition } from '../edition';
import { coin, star, text, token, use } from './marks';

const slash = '<path d="M9-4l-6 20" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>';
const per = (vp: number, thing: string): string => star(-9, -5, 34, vp) + slash + thing;
const building = (value: number): string => use('bldg', 16, 9, 24) + text(16, 17.6, 15.5, value);

function kinds(goods: readonly string[], worth: Record<string, number>, twice: boolean): string {
  return (
    token(goods[0], -12, -8, 22, worth[goods[0]]) +
    token(goods[1], 12, -8, 22, worth[goods[1]]) +
    token(goods[2], twice ? -7 : 0, 13, 22, worth[goods[2]]) +
    (twice ? text(15, 19, 17, '×2') : '')
  );
}

const RESOURCES = ['wood', 'marble', 'gold'];
const PRESTIGE = ['bronze', 'silver', 'gold_prestige'];

/** What a tile does, as a picture. */
export function pictogram(number: number, edition: Edition, players: number): string {
  const { bonus, section_vp: worth } = edition;
  const n = String(number);
  const keyFor = (): string =>
    use('keyi', -10, 0, 21, 40) + text(12, -2, 20, '+1') + coin(12, 12, 19, bonus.extra_key[n]);
  const keys = (other: string): string =>
    use('keyi', -7, -1, 21, 40, 'transform="rotate(-14)"') + use(other, 9, -1, 21.5, 40, 'transform="rotate(14)"');
  const pairs = (good: string): string =>
    star(-9, -5, 34, bonus.per_pair[players]) +
    token(good, 9, 15, 19, worth[good]) +
    token(good, 19, 8, 19, worth[good]);
  if (bonus.per_value[n]) return per(bonus.per_value[n][1], building(bonus.per_value[n][0]));
  if (bonus.per_landmark[n]) return per(bonus.per_landmark[n], use('dome', 16, 9, 24));
  if (bonus.vp[n]) return coin(10, 7, 28, bonus.francs[n]) + star(-9, -6, 29, bonus.vp[n]);
  if (bonus.francs[n]) return coin(0, 0, 40, bonus.francs[n]);
  switch (number) {
    case 2:
    case 3:
    case 4:
      return token(RESOURCES[number - 2], 0, 0, 40);
    case 8:
    case 19:
      return kinds(PRESTIGE, worth, number === 19);
    case 10:
    case 21:
      return kinds(RESOURCES, {}, number === 21);
    case 9:
      return keys('keyi');
    case 16:
      return keys('keyo');
    case 13:
    case 14:
      return keyFor();
    case 17:
      return (
        use('tilei', 0, 7, 28) +
        '<path d="M-17-7c3-13 27-16 33-3M17-18l-.5 9-8.5-2" fill="none" stroke="currentColor"' +
        ' stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>'
      );
    case 20:
      return per(bonus.per_unused[players], use('tilei', 16, 9, 24));
    case 23:
      return pairs('bronze');
    case 24:
      return pairs('marble');
    case 25:
      return (
        use('meeplei', -9, 3, 27, 34, 'class="p-hollow"') +
        use('back', 13, -7, 22, 17) +
        text(13, 17, 14, `1–${bonus.back_at_most}`)
      );
    case 27:
      return per(1, use('coinF', 16, 10, 23));
    default:
      return (
        star(-8, -4, 41, Math.max(...Object.values(bonus.per_types))) +
        `<g transform="translate(15,12)">${use('t-residence', -4, -2, 15)}${use('t-cafe', 9, -3, 14)}` +
        `${use('dome', 3, 8, 15)}</g>`
      );
  }
}

// The largest type in which both sides of the reference card fit on A5.
export const LARGEST = 10.5;
export const SMALLEST = 5.5;
const STEP = 0.1;

/** Whether everything lies within the element. */
export const fits = (side: HTMLElement): boolean =>
  side.scrollHeight <= side.clientHeight + 1 && side.scrollWidth <= side.clientWidth + 1;

/** Points of type: the largest size that `fit` accepts, or the smallest one there is. */
export function largest(fit: (points: number) => boolean): number {
  for (let points = LARGEST; points > SMALLEST; points -= STEP) if (fit(points)) return Math.round(points * 10) / 10;
  return SMALLEST;
}

// More details for the final score sheet: the districts one by one, and what decided the winner.
import type { ScoreDetails, View } from '../manifest';
import { positionOf } from './edition';
import type { Names } from './sentences';
import type { Result } from './types';
import { _, districtName, prizeName } from './words';

/** P76: most VP, then francs, then the value of all properties, then shared. */
export function decided(result: Result, names: Names): string {
  const seats = Object.keys(result.vp);
  const best = Math.max(...Object.values(result.vp));
  const tied = seats.filter((seat) => result.vp[seat] === best);
  const who = result.winners.map((seat) => names[seat]).join(', ');
  if (tied.length === 1) return _('{name}: {n} VP.', { name: who, n: best });
  const rich = Math.max(...tied.map((seat) => result.francs[seat]));
  const richest = tied.filter((seat) => result.francs[seat] === rich);
  if (richest.length === 1)
    return _('{n} VP each; {name} has more francs: {francs}.', { n: best, name: who, francs: rich });
  if (result.winners.length === 1)
    return _('{n} VP and {francs} F each; the properties of {name} are worth more: {value}.', {
      n: best,
      francs: rich,
      name: who,
      value: result.property[result.winners[0]],
    });
  return _('{name}: tied in VP, francs and property; the victory is shared.', { name: who });
}

/** The districts with a VP tile, as they are counted up one after another. */
export function scoreDetails(view: View, names: Names): ScoreDetails {
  const position = positionOf(view);
  const districts = Object.entries(position.districts).flatMap(([district, part]) =>
    part.vp_tile
      ? [
          {
            name: districtName(district),
            note: prizeName(part.vp_tile),
            points: Object.fromEntries(position.standings[district].map((row) => [row.seat, row.points])),
          },
        ]
      : [],
  );
  return { details: { districts }, decided: view.result ? decided(view.result as unknown as Result, names) : '' };
}

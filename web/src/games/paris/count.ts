// More details for the final score sheet: the districts one by one.
import type { ScoreDetails, View } from '../manifest';
import { positionOf } from './edition';
import { districtName, prizeName } from './words';

/** The districts with a VP tile, as they are counted up one after another. */
export function scoreDetails(view: View): ScoreDetails {
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
  return { districts };
}

// Fixed places beside the board. A building keeps its place in the supply and in a reserve when others leave, so
// nothing moves under the pointer from one step to the next.
import type { View } from '../manifest';
import type { Edition } from './edition';
import type { Position, Seat } from './types';

/** A place that may be empty. */
export interface Slot {
  name: string;
  here: boolean;
  /** Whose building it is, or who took it from the supply; null: nobody. */
  owner: Seat | null;
}

/** The supply in the order of the edition. */
export function supplySlots(position: Position, edition: Edition): Slot[] {
  const seats = Object.keys(position.reserve) as Seat[];
  return Object.keys(edition.buildings).map((name) => ({
    name,
    here: position.supply.includes(name),
    owner:
      seats.find((seat) => position.reserve[seat].includes(name)) ??
      position.buildings.find((built) => built.name === name)?.owner ??
      null,
  }));
}

/** A seat's reserve in the order in which the buildings came. What was built or given back leaves its place empty. */
export function reserveSlots(view: View, seat: Seat): Slot[] {
  const position = view.position as Position;
  const came = new Set<string>();
  for (const turn of view.turns)
    if (turn.seat === seat)
      for (const step of turn.steps) {
        const [kind, name, lifted] = step.split(' ');
        if (kind === 'take') came.add(name);
        else if (kind === 'swap') came.add(lifted);
      }
  // a position that was set up by hand has no past
  for (const name of position.reserve[seat]) came.add(name);
  return [...came].map((name) => ({ name, here: position.reserve[seat].includes(name), owner: seat }));
}

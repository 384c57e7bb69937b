// Views with nothing but their turns, for tests of what does not look at the position.
import type { View } from '../../src/games/manifest';

/** `viewOf('p1', 'p1:draw p1:done p2:end_gold')`: what p1 sees after these steps; `_` stands for a blank. */
export function viewOf(viewer: string | null, steps: string): View {
  const turns: View['turns'] = [];
  for (const one of steps.split(' ').filter(Boolean)) {
    const [seat, step] = one.split(':');
    if (turns.at(-1)?.seat !== seat) turns.push({ seat, steps: [] });
    turns.at(-1)!.steps.push(step.replaceAll('_', ' '));
  }
  return { viewer, turns, over: false, seats: ['p1', 'p2', 'p3'], position: {} } as unknown as View;
}

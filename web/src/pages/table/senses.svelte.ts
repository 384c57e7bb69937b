// What a table does beside showing itself: sounds, vibration, and a screen that stays on during live games.
import { vibrate } from '../../lib/haptics';
import { sound } from '../../lib/sound';
import { keepAwake } from '../../lib/wakelock';

interface Shown {
  /** The number of steps taken in the position on the table. */
  taken: number;
  /** Whether the player has to decide. */
  mine: boolean;
  /** The number of the turn. Of quick opponents only the result arrives: then it tells that the turn is a new one. */
  turn: number;
  over: boolean;
}

/** Call it while a component is created. `awake`: whether the screen has to stay on. */
export function useSenses(shown: () => Shown, awake: () => boolean): void {
  let before: Shown | null = null;
  $effect(() => {
    const [last, now] = [before, shown()];
    before = now;
    if (!last) return;
    if (now.over && !last.over) sound('end');
    else if (now.mine && (!last.mine || now.turn > last.turn)) {
      sound('turn');
      vibrate('turn');
    } else if (now.taken !== last.taken) sound('step');
  });
  let wanted = $derived(awake());
  $effect(() => (wanted ? keepAwake() : undefined));
}

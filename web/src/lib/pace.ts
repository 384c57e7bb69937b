// How a table is played, in words: its clock, and whether it is rated.
import { _, plural } from './i18n.svelte';

interface Pace {
  kind: string;
  base?: number;
  increment?: number;
  days?: number;
}

/** "15 min + 15 s a turn", "3 days a turn"; '' without a clock. */
export function paceText(pace: Pace): string {
  if (pace.kind === 'turns') return plural('{n} day per turn', '{n} days per turn', pace.days ?? 0);
  if (pace.kind !== 'live') return '';
  const minutes = `${Math.round((pace.base ?? 0) / 6) / 10}`;
  return pace.increment
    ? _('{minutes} min + {seconds} s per turn', { minutes, seconds: pace.increment })
    : _('{minutes} min in total', { minutes });
}

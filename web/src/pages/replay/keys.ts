// What the keys do in a replay, as rows of the list in its menu: what it says, and what a press does.
import { _, pgettext } from '../../lib/i18n.svelte';
import { pressesSomething, walksSomewhere, type Shortcuts } from '../table/shortcuts';
import type { Replay } from './replay.svelte';

/** What the page does; null: there is none of it at present. */
export interface Acts {
  analysis: (() => void) | null;
  mistake: (back: boolean) => void;
  engine: (() => void) | null;
  log: () => void;
  list: () => void;
  study: (() => void) | null;
  /** Forget the choice that is being made on the board. */
  cancel: (() => void) | null;
  menu: () => void;
}

interface Row {
  names: string[];
  does: string;
  acts: Shortcuts;
}

/** `event`: what is being pressed; null: the rows are for the list. */
export function keysOf(replay: Replay, acts: Acts, event: KeyboardEvent | null = null): Row[] {
  const { source, branch } = replay;
  const [walks, presses] = [!event || !walksSomewhere(event), !!event && pressesSomething(event)];
  const row = (names: string[], does: string, acts: Shortcuts): Row => ({ names, does, acts });
  const begin = (): void => {
    if (branch) replay.leave();
    else if (!replay.shown?.view.over) replay.begin();
  };
  return [
    row(['←', '→'], _('one move back, one move on'), {
      ArrowLeft: walks && replay.stepBack,
      ArrowRight: walks && replay.stepOn,
    }),
    row([pgettext('key', 'Home'), pgettext('key', 'End')], _('to the start, to the end'), {
      Home: walks && (() => replay.jump(0)),
      End: walks && (() => replay.jump(source.steps)),
    }),
    row([pgettext('key', 'Space')], _('play, stop'), { ' ': !presses && replay.toggle }),
    row(['W'], _('What if …'), { w: begin }),
    row(['A'], _('Analysis'), { a: acts.analysis ?? false }),
    row(['M', '⇧M'], _('next mistake, previous mistake'), { m: !branch && (({ shiftKey }) => acts.mistake(shiftKey)) }),
    row(['E'], _('Engine'), { e: acts.engine ?? false }),
    row(['O'], _('Log'), { o: acts.log }),
    row(['U', '⇧U'], _('in a branch: undo, redo'), {
      u: branch !== null && (({ shiftKey }) => (shiftKey ? replay.redo() : replay.undo())),
    }),
    row(['L', 'H'], _('in a branch: list of moves, hint'), {
      l: branch !== null && acts.list,
      h: branch !== null && source.over && replay.ask,
    }),
    ...(acts.study
      ? [
          row(['S'], _('Study'), { s: acts.study }),
          // Drawing.svelte acts on these
          row(['X', '⇧X'], _('while you draw: mark what has the focus, begin or end an arrow'), {}),
        ]
      : []),
    row(['Esc'], _('back to the game'), {
      Escape: acts.cancel ?? (branch !== null && (() => replay.leave())),
    }),
    row(['?'], _('this list'), { '?': acts.menu }),
  ];
}

/** The same for the keyboard. */
export const shortcutsOf = (rows: Row[]): Shortcuts => Object.assign({}, ...rows.map((one) => one.acts)) as Shortcuts;

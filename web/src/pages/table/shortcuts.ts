// The keyboard of a page with a table: which key does what, and when a key belongs to something else.

/** What each key does, by its name in lower case; false: nothing at present. */
export type Shortcuts = Record<string, ((event: KeyboardEvent) => unknown) | false>;

/** Where keys are typed, or do what the element says. */
const TYPING = 'input:not([type=range]), textarea, select, dialog, .chat';
const PRESSED = 'button, a, [role=button], [role=gridcell]';
const WALKED = 'ol, [role=grid], [data-parts], input';

const within = (event: KeyboardEvent, selector: string): boolean =>
  !!(event.target as Element | null)?.closest?.(selector);
/** Enter and Space press what has the focus. */
export const pressesSomething = (event: KeyboardEvent): boolean => within(event, PRESSED);
/** The arrows move within what has the focus. */
export const walksSomewhere = (event: KeyboardEvent): boolean => within(event, WALKED);

/** Do what the key stands for, if it stands for something here. */
export function pressShortcut(event: KeyboardEvent, shortcuts: Shortcuts): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || within(event, TYPING)) return;
  const act = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  act(event);
  event.preventDefault();
}

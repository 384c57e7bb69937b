// Why something could not be done, as a table shows it: a sentence, the rule beside it, and only for a while.
import { Refusal } from './api';

/** How long the answer to a press that did nothing is shown. */
const A_WHILE = 12_000;
/** Keys that lead to the link of the answer, or do nothing alone. */
const QUIET_KEYS = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'];

/** A refusal as a sentence, and its rule. The server's text ends with the rule in brackets; a link says it better. */
export function reasonOf(error: Error): { text: string; rule: string } {
  const rule = error instanceof Refusal ? error.rule : '';
  const text = rule ? error.message.replace(` (${rule})`, '') : error.message;
  // a space of a board keeps its small letter: "c3 is not free."
  const begun = text.replace(/^(?![a-z]\d\b)./u, (letter) => letter.toUpperCase());
  return { text: begun.replace(/[^.!?…]$/u, '$&.'), rule };
}

/** Call `end` with the next input that is not on a link, or without one after a while. Returns how to stop waiting. */
export function untilNextInput(end: (event?: Event) => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener('pointerdown', input, true);
    removeEventListener('keydown', input, true);
  };
  const over = (event?: Event): void => {
    stop();
    end(event);
  };
  const input = (event: Event): void => {
    const key = (event as Partial<KeyboardEvent>).key;
    const linked = (event.target as Element | null)?.closest?.('a[href]');
    if (!linked && !(key && QUIET_KEYS.includes(key))) over(event);
  };
  const expire = (): void => {
    if (document.activeElement?.matches('a[href]')) timer = setTimeout(expire, A_WHILE);
    else over();
  };
  let timer = setTimeout(expire, A_WHILE);
  addEventListener('pointerdown', input, true);
  addEventListener('keydown', input, true);
  return stop;
}

// What is said to people beside the page: short notes on the screen, and words for screen readers.
export interface Note {
  id: number;
  text: string;
  bad: boolean;
  /** The id of the rule that says so, or ''. */
  rule: string;
}
let last = 0;

class Said {
  notes = $state<Note[]>([]);
  /** The live region alternates between two elements, so that the same words twice are heard twice. */
  spoken = $state(['', '']);
}
export const said = new Said();

/** For ears: what happened. */
export function announce(text: string): void {
  if (text) said.spoken = said.spoken[0] ? ['', text] : [text, ''];
}

/** For eyes and ears: a note that goes by itself. */
export function note(text: string, bad = false, rule = ''): void {
  const id = ++last;
  said.notes = [...said.notes.slice(-2), { id, text, bad, rule }];
  setTimeout(() => dismiss(id), bad ? 9_000 : 5_000);
}

export function dismiss(id: number): void {
  said.notes = said.notes.filter((one) => one.id !== id);
}

/** Copy a text and say so. Over plain HTTP browsers have no clipboard: then show `otherwise`, by default the text. */
export async function copy(text: string, done: string, otherwise = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    note(done);
  } catch {
    note(otherwise);
  }
}

/** Say why something did not work. */
export function complain(error: unknown): void {
  note(error instanceof Error ? error.message : String(error), true, (error as { rule?: string }).rule);
}

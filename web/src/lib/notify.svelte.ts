// Short messages to the person: toasts on the screen, and a live region for screen readers.
export interface Toast {
  id: number;
  text: string;
  error: boolean;
  /** The id of the rule behind the message, or ''. */
  rule: string;
}
let lastId = 0;

class Announcements {
  toasts = $state<Toast[]>([]);
  /** Two live regions take turns, so that a text stays while the next one is read. */
  spoken = $state(['', '']);
  /** A link that could not be copied: `LinkSheet` shows it. '': there is none. */
  link = $state('');
}
export const announcements = new Announcements();

let region = 0;

/** For screen readers: what happened. */
export function announce(text: string): void {
  if (!text) return;
  region = 1 - region;
  const same = announcements.spoken[region] === text;
  announcements.spoken[region] = same ? `${text}\u00a0` : text; // only a change is read
}

/** A message for everybody; it disappears by itself. Returns its id. */
export function toast(text: string, error = false, rule = ''): number {
  const id = ++lastId;
  announcements.toasts = [...announcements.toasts.slice(-2), { id, text, error, rule }];
  setTimeout(() => dismiss(id), error ? 9_000 : 5_000);
  return id;
}

export function dismiss(id: number): void {
  announcements.toasts = announcements.toasts.filter((one) => one.id !== id);
}

/**
 * Copy a text and say so. Over plain HTTP browsers have no clipboard: then say `otherwise`, where the page shows the
 * text itself. Without it the text is a link, which a dialog shows.
 */
export async function copy(text: string, done: string, otherwise = ''): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    if (otherwise) toast(otherwise);
    else announcements.link = text;
  }
}

/** Show why something did not work. */
export function showError(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), true, (error as { rule?: string }).rule);
}

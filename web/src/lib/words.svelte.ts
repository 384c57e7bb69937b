// The words people read, from the one catalogue that server, terminal and pages share. English is what stands in the
// code; other languages are fetched when chosen.
import { untrack } from 'svelte';

type Texts = Record<string, string[]>;

class Words {
  /** As the server has understood the browser, until somebody chooses. */
  language = $state(typeof document === 'undefined' ? 'en' : document.documentElement.lang);
  texts = $state.raw<Texts>({});
  /** Which form of a plural the numbers 0 to 199 take. */
  forms = '';
}
export const words = new Words();
export const build =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '');

/** The message in the reader's language, with its values. */
export function _(message: string, values: Record<string, unknown> = {}): string {
  return filled(words.texts[message]?.[0] || message, values);
}

/** The message as it is said in this context: one English word may need two in another language. */
export function pgettext(context: string, message: string, values: Record<string, unknown> = {}): string {
  return filled(words.texts[`${context}\u0004${message}`]?.[0] || message, values);
}

/** Only marks a message for the catalogue; `_` shows it later. */
export const N_ = (message: string): string => message;

/** The form of the message that fits n, whatever its sign; `{n}` is filled in. */
export function plural(one: string, many: string, n: number, values: Record<string, unknown> = {}): string {
  const forms = words.texts[one];
  const count = Math.abs(n);
  const text = forms ? forms[+words.forms[count < 100 ? count : 100 + (count % 100)]] : count === 1 ? one : many;
  return filled(text, { n, ...values });
}

function filled(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** Speak a language from now on. What somebody chose is kept on this device, for the server too; other tabs follow. */
export async function speak(language: string, chosen = false): Promise<void> {
  let found: { texts: Texts; forms: string } = { texts: {}, forms: '' };
  try {
    if (language !== 'en') {
      const answer = await fetch(`/words/${language}.json`);
      if (!answer.ok) return;
      found = await answer.json();
    }
  } catch {
    return; // no network: what is spoken now stays
  }
  if (chosen) {
    document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
    try {
      localStorage.setItem('language', language);
    } catch {
      // a browser that keeps nothing still plays
    }
  }
  untrack(() => {
    words.forms = found.forms;
    words.texts = found.texts;
    words.language = language;
  });
  document.documentElement.lang = language;
}

const DAY = 86_400_000;

/** "3 minutes ago", in the reader's language. */
export function ago(at: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(words.language, { numeric: 'auto' });
  const past = at - now;
  for (const [unit, size] of [
    ['day', DAY],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const)
    if (Math.abs(past) >= size) return format.format(Math.round(past / size), unit);
  return format.format(0, 'minute');
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** A number with a true minus sign. */
export const minus = (n: number): string => String(n).replace('-', '−');

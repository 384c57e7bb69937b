// Texts in the reader's language, from the catalogue that server, terminal and web share. The code holds the English
// texts; other languages are fetched when chosen.
import { untrack } from 'svelte';
import { fileAt, isStatic, meta } from './site';

/** The language to begin with: the reader's choice, else the server's, else the first of the browser's that we have. */
function languageAtFirst(): string {
  const { lang } = document.documentElement;
  if (!isStatic) return /(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] ?? lang;
  try {
    const chosen = localStorage.getItem('language');
    if (chosen) return chosen;
  } catch {
    // Storage is blocked.
  }
  const ours = ['en', ...meta('languages').split(' ')];
  const theirs = navigator.languages.flatMap((tag) => [tag, tag.split('-')[0]]);
  return theirs.find((tag) => ours.includes(tag)) ?? lang;
}

type Catalogue = Record<string, string[]>;

class Locale {
  /** The server's choice for this browser, until the reader chooses. */
  language = $state(typeof document === 'undefined' ? 'en' : languageAtFirst());
  catalogue = $state.raw<Catalogue>({});
  /** Which plural form the numbers 0 to 199 take, one digit each. */
  pluralForms = '';
}
export const locale = new Locale();
export const build = meta('build');

/** The message in the reader's language, with its values filled in. */
export function _(message: string, values: Record<string, unknown> = {}): string {
  return interpolate(locale.catalogue[message]?.[0] || message, values);
}

/** The message in this context: one English word may need two words in another language. */
export function pgettext(context: string, message: string, values: Record<string, unknown> = {}): string {
  return interpolate(locale.catalogue[`${context}\u0004${message}`]?.[0] || message, values);
}

/** Marks a message for the catalogue; `_` translates it later. */
export const N_ = (message: string): string => message;

/** The form of the message for n, whatever its sign; `{n}` is filled in. */
export function plural(one: string, many: string, n: number, values: Record<string, unknown> = {}): string {
  const forms = locale.catalogue[one];
  const count = Math.abs(n);
  const digit = +locale.pluralForms[count < 100 ? count : 100 + (count % 100)];
  return interpolate(forms ? forms[digit] : count === 1 ? one : many, { n, ...values });
}

function interpolate(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** Switch the language. `chosen`: the reader asked for it, so keep it on this device, for the server and other tabs. */
export async function setLanguage(language: string, chosen = false): Promise<void> {
  let found: { texts: Catalogue; forms: string } = { texts: {}, forms: '' };
  try {
    if (language !== 'en') {
      const answer = await fetch(fileAt(`words/${language}.json`));
      if (!answer.ok) return;
      found = await answer.json();
    }
  } catch {
    return; // No network: keep the current language.
  }
  if (chosen) {
    document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
    try {
      localStorage.setItem('language', language);
    } catch {
      // Storage is blocked: the cookie still tells the server.
    }
  }
  untrack(() => {
    locale.pluralForms = found.forms;
    locale.catalogue = found.texts;
    locale.language = language;
  });
  document.documentElement.lang = language;
}

const DAY = 86_400_000;

/** "3 minutes ago", in the reader's language. */
export function ago(at: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(locale.language, { numeric: 'auto' });
  const past = at - now;
  for (const [unit, size] of [
    ['day', DAY],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const)
    if (Math.abs(past) >= size) return format.format(Math.round(past / size), unit);
  return format.format(0, 'minute');
}

/** "14 Nov 2026", in the reader's language. */
export const dateOf = (at: number): string =>
  new Intl.DateTimeFormat(locale.language, { dateStyle: 'medium' }).format(at);

/** A number as the reader's language writes it, with so many decimals and a typographic minus sign: "20,000". */
export const number = (n: number, decimals = 0): string =>
  new Intl.NumberFormat(locale.language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .format(n)
    .replace('-', '−');

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** With a capital letter at the beginning. */
export const capital = (words: string): string => words.replace(/^./u, (letter) => letter.toUpperCase());

/** A number with a typographic minus sign (U+2212). */
export const minus = (n: number): string => String(n).replace('-', '−');

/** A share in whole percent: "61 %". A chance that is not `certain` is never 0 or 100. */
export function percent(share: number, certain = true): string {
  const whole = Math.round(100 * share);
  return `${certain ? whole : Math.min(99, Math.max(1, whole))} %`;
}

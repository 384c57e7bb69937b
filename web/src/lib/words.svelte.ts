// The words people read, from the one catalogue that server, terminal and pages share. English is what stands in the
// code; other languages are fetched when chosen and kept by build.
import { untrack } from 'svelte';

type Texts = Record<string, string[]>;

const kept = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a browser that keeps nothing still plays
  }
};

class Words {
  language = $state(kept('language') ?? '');
  texts = $state.raw<Texts>({});
}
export const words = new Words();
export const build = typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '');

/** The message in the reader's language, with its values. */
export function _(message: string, values: Record<string, unknown> = {}): string {
  return filled(words.texts[message]?.[0] || message, values);
}

/** Only marks a message for the catalogue; `_` shows it later. */
export const N_ = (message: string): string => message;

/** The form of the message that fits n; `{n}` is filled in. */
export function plural(one: string, many: string, n: number, values: Record<string, unknown> = {}): string {
  const forms = words.texts[one];
  const text = forms?.length ? (forms[formOf(words.language, n)] ?? forms[forms.length - 1]) : n === 1 ? one : many;
  return filled(text, { n, ...values });
}

function filled(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'];
const orders = new Map<string, string[]>();

/** Which of gettext's forms: the categories that whole numbers have in a language, in the usual order. */
export function formOf(language: string, n: number): number {
  const rules = new Intl.PluralRules(language || 'en');
  let order = orders.get(language);
  if (!order) {
    const used = new Set(Array.from({ length: 201 }, (_unused, i) => rules.select(i)));
    order = ORDER.filter((category) => used.has(category as Intl.LDMLPluralRule));
    orders.set(language, order);
  }
  return Math.max(0, order.indexOf(rules.select(n)));
}

/** Speak a language from now on; '' is what the browser asked for. */
export async function speak(language: string, remember = true): Promise<void> {
  let texts: Texts = {};
  if (language && language !== 'en') {
    const name = `words.${language}.${build}`;
    try {
      const known = kept(name);
      if (known) texts = JSON.parse(known) as Texts;
      else {
        const answer = await fetch(`/api/catalogue/${language}`);
        if (answer.ok) texts = ((await answer.json()) as { texts: Texts }).texts;
        if (Object.keys(texts).length) remind(name, JSON.stringify(texts), `words.${language}.`);
      }
    } catch {
      texts = {};
    }
  }
  untrack(() => {
    words.texts = texts;
    words.language = language;
  });
  document.documentElement.lang = language || 'en';
  if (remember) remind('language', language);
}

function remind(name: string, value: string, instead?: string): void {
  try {
    if (instead) for (const key of Object.keys(localStorage)) if (key.startsWith(instead)) localStorage.removeItem(key);
    localStorage.setItem(name, value);
  } catch {
    // as above
  }
}

const DAY = 86_400_000;

/** "3 minutes ago", in the reader's language. */
export function ago(at: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(words.language || 'en', { numeric: 'auto' });
  const past = at - now;
  for (const [unit, size] of [['day', DAY], ['hour', 3_600_000], ['minute', 60_000]] as const)
    if (Math.abs(past) >= size) return format.format(Math.round(past / size), unit);
  return format.format(0, 'minute');
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** A number with a true minus sign. */
export const minus = (n: number): string => String(n).replace('-', '−');

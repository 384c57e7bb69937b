// What a person prefers on this device: looks, sounds, confirmation, hints.
export interface Prefs {
  theme: 'system' | 'day' | 'night';
  sounds: boolean;
  /** Ask before a step that ends the turn is sent. */
  confirm: boolean;
  /** Show the list of legal steps beside the board. */
  list: boolean;
  /** The level last played against. */
  level: number;
}
const START: Prefs = { theme: 'system', sounds: false, confirm: false, list: false, level: 3 };

function read(): Prefs {
  try {
    return { ...START, ...(JSON.parse(localStorage.getItem('prefs') ?? '{}') as Partial<Prefs>) };
  } catch {
    return { ...START };
  }
}
export const prefs = $state<Prefs>(read());

/** Change some; the rest stays. */
export function prefer(changes: Partial<Prefs>): void {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem('prefs', JSON.stringify(prefs));
  } catch {
    // for this visit only
  }
  if (changes.theme) paint();
}

/** Put the chosen theme on the page; the system's own where none is chosen. */
export function paint(): void {
  const root = document.documentElement;
  if (prefs.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = prefs.theme;
}

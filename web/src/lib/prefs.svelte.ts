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

let mood: 'day' | 'night' | null = null;

/** Put the chosen theme on the page; where none is chosen, the mood of the game, or what the system says. */
export function paint(): void {
  const root = document.documentElement;
  const theme = prefs.theme === 'system' ? mood : prefs.theme;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
}

/** A page that has a mood of its own, as a game does, says so while it is shown: `$effect(() => inMood('night'))`. */
export function inMood(wanted: 'day' | 'night' | null | undefined): () => void {
  mood = wanted ?? null;
  paint();
  return () => {
    mood = null;
    paint();
  };
}

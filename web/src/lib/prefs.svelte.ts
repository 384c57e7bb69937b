// A person's preferences on this device: theme, sounds, speed, confirmation, level.
import type { Theme } from '../games/manifest';
import type { Speed } from './playback.svelte';

export interface Prefs {
  theme: 'system' | Theme;
  sounds: boolean;
  /** The loudness of sounds, 5 to 100. */
  volume: number;
  /** Vibrate on one's own turn. */
  haptics: boolean;
  /** How fast other players' steps are played back. */
  speed: Speed;
  /** Ask before a step that ends the turn is sent. */
  confirm: boolean;
  /** The bot level last played against. */
  level: number;
  /** How many workers may think on this device; 0: as many as its cores allow. */
  workers: number;
  /** Where bots think and hints are found, in games on the server that need not be fair to anybody else, and where
   * finished games are analysed. */
  bots: 'auto' | 'server' | 'device';
}
const DEFAULTS: Prefs = {
  theme: 'system',
  sounds: false,
  volume: 60,
  haptics: false,
  speed: 'normal',
  confirm: false,
  level: 3,
  workers: 0,
  bots: 'auto',
};

function read(): Prefs {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem('prefs') ?? '{}') as Partial<Prefs>) };
  } catch {
    return { ...DEFAULTS };
  }
}
export const prefs = $state<Prefs>(read());

/** Change some preferences; the others stay. */
export function setPrefs(changes: Partial<Prefs>): void {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem('prefs', JSON.stringify(prefs));
  } catch {
    // Storage is blocked: the change lasts for this visit only.
  }
  if (changes.theme) applyTheme();
}

let pageTheme: Theme | null = null;

/** Put the theme on the page: the person's choice, else that of the page's game, else the system's. */
export function applyTheme(): void {
  const root = document.documentElement;
  const theme = prefs.theme === 'system' ? pageTheme : prefs.theme;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
}

/** The theme of a page, while the page is shown; see `useGame`. */
export function useTheme(theme: Theme | '' | null): () => void {
  pageTheme = theme || null;
  applyTheme();
  return () => {
    pageTheme = null;
    applyTheme();
  };
}

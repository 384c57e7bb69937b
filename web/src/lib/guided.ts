// Remembers which table is a person's guided first game, with hints and tips at every turn: the last one opened so.
const GUIDED = 'guided';

export function isGuided(id: string): boolean {
  try {
    return localStorage.getItem(GUIDED) === id;
  } catch {
    return false; // Storage is blocked: no guide after a reload.
  }
}

/** Guide the person at this table from now on; '' ends it. */
export function setGuided(id: string): void {
  try {
    localStorage.setItem(GUIDED, id);
  } catch {
    // Storage is blocked.
  }
}

// Remembers which table is a person's guided first game, with hints and tips at every turn;
// only the last such table is remembered.
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

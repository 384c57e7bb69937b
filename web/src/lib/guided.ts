// Somebody's first game: the table where hints and tips come by themselves, the last one that was opened so.
const GUIDED = 'guided';

export function guidedAt(id: string): boolean {
  try {
    return localStorage.getItem(GUIDED) === id;
  } catch {
    return false; // a browser that keeps nothing is not guided after a reload
  }
}
/** From now on at this table; '' nowhere. */
export function guideAt(id: string): void {
  try {
    localStorage.setItem(GUIDED, id);
  } catch {
    // as above
  }
}

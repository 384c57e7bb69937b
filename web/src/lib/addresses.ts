// The addresses of the app's pages: addresses.json lists them, also for the server, which answers 404 to any other.
import addresses from '../addresses.json';

export interface Found {
  page: string;
  /** The part of the build that contains it; none: the part that every page loads. */
  chunk?: string;
  /** Whether it is of no use without a server. */
  server?: boolean;
  props: Record<string, string>;
}

const PATTERNS = addresses.map(({ path, ...found }) => ({
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[A-Za-z0-9_-]+)')}$`),
  ...found,
}));

/** The page at a path, or null if there is none. A slash at the end makes no difference. */
export function pageAt(path: string): Found | null {
  const bare = path.replace(/(.)\/$/, '$1');
  for (const { pattern, page, chunk, server } of PATTERNS) {
    const match = pattern.exec(bare);
    if (match) return { page, chunk, server, props: { ...match.groups } };
  }
  return null;
}

// Maps items in lists to drawings.
import type { Edition } from './edition';

interface Picture {
  name: string;
  worth?: number;
}

/** An end-game tile: a good, coins or a star (P71). */
export function endPicture(kind: string, edition: Edition): Picture {
  if (kind === 'francs') return { name: 'coinF' };
  if (kind.startsWith('vp')) return { name: 'star', worth: Number(kind.slice(2)) };
  return { name: `k-${kind}`, worth: edition.section_vp[kind] };
}

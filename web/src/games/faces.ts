// The faces there are. A game without one of its own is played by the plain face.
import type { Face } from './face';
import { plain } from './plain';

const own: Record<string, () => Promise<Face>> = {
  lumiere: async () => (await import('./lumiere')).lumiere,
  paris: async () => (await import('./paris')).paris,
};

/** The face of a game, loaded when first needed. */
export async function faceOf(game: string): Promise<Face> {
  return own[game] ? await own[game]() : plain(game);
}

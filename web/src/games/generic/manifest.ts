// The front end of every game without a folder of its own: the position as text, played by the list of legal steps.
import type { GameManifest } from '../manifest';

export const manifest: GameManifest = {
  pages: [],
  levelSign: { outline: 'm12 4 2.600 6.700 7 .500-5.400 4.600 1.800 7-6-3.800-6 3.800 1.800-7-5.400-4.600 7-.500Z' },
  loadUi: async () => (await import('.')).ui,
};

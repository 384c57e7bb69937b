// The four kinds of spaces (L2).
import { lantern } from '../draw/pieces';
import { lozenge, paving } from '../draw/stones';
import type { Paving } from '../types';

export const KINDS: Paving[] = ['orange', 'blue', 'mixed', 'lamp'];

/** A space in a box of 100 × 100. */
export const space = (kind: Paving): string =>
  paving(kind, [0, 0]) + (kind === 'lamp' ? lantern(50, 50) : kind === 'mixed' ? lozenge([0, 0]) : '');

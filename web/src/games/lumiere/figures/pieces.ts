// The special pieces with their postcards (L5).
import type { PositionTexts } from '../../manifest';
import { piecePicture, type Picture } from '../pics';
import { space } from './spaces';

export interface SpecialPiece {
  key: string;
  name: string;
  /** Its postcard. */
  note: string;
  card: string;
  picture: Picture;
}

/** Chartier brings a mixed space, which is laid under a building and so has no name in the notation. */
const MIXED: Picture = { box: '0 0 100 100', drawn: space('mixed') };

export function specialPieces({ glossary, names }: PositionTexts): SpecialPiece[] {
  return Object.entries(glossary).flatMap(([card, { name: note, piece }]) => {
    if (piece) return [{ key: piece, name: names[piece], note, card, picture: piecePicture(piece, 'orange') }];
    if (card !== 'chartier') return [];
    return [{ key: 'mixed', name: names['paving:mixed'], note, card, picture: MIXED }];
  });
}

// The position of a view, as src/lutetia/schemas/lumiere-position.json describes it.

export type Seat = 'orange' | 'blue';
export type Paving = Seat | 'mixed' | 'lamp';
export type Side = 'north' | 'east' | 'south' | 'west';
export type Source = 'lit' | 'group' | 'unbuilt' | 'postcards';

export interface Built {
  name: string;
  owner: Seat;
  spaces: string[];
  annex: string | null;
  size: number;
  lamps: string[];
  points: number;
}

export interface Piece {
  name: string;
  owner: Seat | null;
  spaces: string[];
  facing: Side | null;
}

export interface Lamp {
  space: string;
  kind: 'printed' | 'lamp' | 'large-lamp';
  lights: string[];
}

export interface Card {
  name: string;
  owner: Seat | null;
  state: 'open' | 'kept' | 'used';
  points: number;
  spaces: string[];
}

export type Scores = Record<Source | 'total', number>;

export interface Position {
  phase: 'paving' | 'building' | 'over';
  question: { card: string; build: string | null } | null;
  turns_left: number | null;
  squares: string[];
  paving: Record<string, Paving>;
  held: Record<Seat, number[] | null>;
  unplaced: Record<Seat, number[]>;
  supply: string[];
  reserve: Record<Seat, string[]>;
  buildings: Built[];
  pieces: Piece[];
  lamps: Lamp[];
  postcards: Card[];
  tokens: Record<Seat, number>;
  chimneys: Record<Seat, number>;
  scores: Record<Seat, Scores>;
  groups: Record<Seat, string[]>;
  tie: Record<Seat, number>;
}

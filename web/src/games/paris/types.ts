// The position of a view, as src/lutetia/schemas/paris-position.json describes it.

export type Good = 'wood' | 'marble' | 'gold' | 'bronze' | 'silver' | 'gold_prestige';
export type Goods = Partial<Record<Good, number>>;
export type Asked = 'track' | 'section' | 'vp' | 'pay' | 'site' | 'pair';
/** VP of the first, second and third place of a district. */
export type Prize = [number, number, number];
/** A building tile: its home district and value. */
export type Tile = [string, number];

export interface Space {
  type: string | null;
  token: Good | null;
  dealt: Good;
  keys: string[];
}

export interface District {
  bank: { francs: number; keys: string[] };
  buildings: Record<string, Space>;
  landmarks: Record<string, { keys: string[] }>;
  keys: number;
  vp_tile: Prize | null;
}

export interface Question {
  ask: Asked;
  then: Asked[];
  owed?: Goods;
  francs?: number;
  landmark?: string;
  open?: Goods;
  tile?: Tile | number;
  type?: string;
}

/** What a bonus tile would bring if it were used now. */
export interface Pays {
  vp: number;
  francs: number;
  keys: number;
}

/** A seat's possessions; null: hidden from the viewer. */
export interface Holding {
  vp: number;
  meeple: number;
  reserve: number;
  used: number[];
  half: number[];
  francs: number | null;
  hand: number | null;
  tokens: Record<Good, number> | null;
  unused: Record<string, Pays> | null;
  end_count: number | null;
  ends: Record<string, number> | null;
  sales: Record<string, number> | null;
}

export interface Standing {
  seat: string;
  sum: number;
  highest: number;
  place: number | null;
  by: 'sum' | 'highest' | 'shared' | 'half' | null;
  points: number;
}

/** A move that a key could make: its price and what it would give. */
export interface Goal {
  to: string;
  francs: number;
  units: Goods;
  tiles: number[];
  token: Good | null;
  track: number | null;
  vp: number;
  sections: Good[];
  fourth: boolean;
}

export interface Source {
  eights: number;
  sections: number;
  bonus: number;
  end_tiles: number;
  francs: number;
  districts: number;
  tiles: Record<string, number>;
  won: Record<string, number>;
  total: number;
}

export interface Position {
  phase: 'draw' | 'action' | 'done' | 'over';
  question: Question | null;
  turns_left: number | null;
  last_round: boolean;
  round: number;
  stacks: { drawn: Tile[]; left: number; back: string | null }[];
  districts: Record<string, District>;
  arc: string[];
  display: number[];
  vp_tiles: Prize[];
  track: { number: number; left: number; meeples: string[] }[];
  supply: Goods;
  end_tiles: { left: number; kinds: Record<string, number> | null };
  seats: Record<string, Holding>;
  standings: Record<string, Standing[]>;
  scores: Record<string, Source>;
  moves: { from: string; keys: number; goals: Goal[] }[];
  bonus: Record<string, Pays>;
}

export interface Result {
  vp: Record<string, number>;
  francs: Record<string, number>;
  property: Record<string, number>;
  districts: Record<string, Record<string, number>>;
  winners: string[];
}

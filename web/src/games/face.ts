// What a game's face must offer the house, and what the house gives it. A face draws the view it is given and offers
// the legal steps it was sent; it knows no rule.
import type { Component, Snippet } from 'svelte';

/** What a seat may know of a game, as the server sends it; `position` is described by src/lutetia/schemas/. */
export interface View {
  game: string;
  rules: number;
  edition: unknown;
  options: Record<string, unknown>;
  seats: string[];
  first: string;
  /** Whose decision it is; null when the game is over. */
  seat: string | null;
  /** Whose eyes these are; null: a spectator's. */
  viewer: string | null;
  over: boolean;
  result: Record<string, unknown> | null;
  turns: { seat: string; steps: string[] }[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  position: any;
}

/** What a step would change in every seat's score, by source: {orange: {lit: 3, …, total: 3}, …}. */
export interface Preview {
  change: Record<string, Record<string, number | Record<string, number>>>;
  /** What else the game shows of the step, in its own words. */
  outlook: Record<string, unknown>;
}

/** A legal step in the server's words. */
export interface ToldStep {
  step: string;
  /** "build V5 on e6 f6" */
  does: string;
  /** The same for the list, with what eyes see beside it: "draw from stack 1 (Belleville)". */
  text: string;
  /** The first word of the step: build, take, card … */
  kind: string;
  /** Whether it ends the turn. */
  ends: boolean;
}

/** One step of the past in the server's words. */
export interface ToldLine {
  /** How many steps had been taken after it: the position the line leads to. */
  at: number;
  seat: string;
  step: string;
  text: string;
  /** What it changed in the total of its own seat, as far as the viewer could see it. */
  points: number;
  /** What every seat had after it. */
  totals: Record<string, number>;
}

/** The words round a position, in the reader's language. */
export interface Told {
  title: string;
  /** Whose eyes these words are for. */
  viewer: string | null;
  /** Whether this seat sees something that others at the same device must not. */
  hides: boolean;
  /** What the viewer is asked, or who is thinking; a whole sentence. */
  question: string;
  /** Names of the seats: {orange: "orange"}; `first` as a sentence begins with them. */
  seats: Record<string, { name: string; first: string }>;
  /** Names of the sources of points, in the order of the sheet. */
  sources: Record<string, string>;
  steps: ToldStep[];
  log: ToldLine[];
  /** What the parts of the game are called and do, by their names in the notation: postcards, bonus tiles. */
  glossary: Record<string, { name: string; brief: string; text: string }>;
  /** Which rule tells of a source of points, of a part by its name in the notation, or of the `question`. */
  rules: Record<string, string>;
}

/** Who sits on a seat. */
export interface Sitter {
  seat: string;
  /** 1 to 4: the token --seat-n and its sign. */
  place: number;
  /** "You", "Ana", "Monsieur Armand"; where seats share it, with the seat's own: "Monsieur Armand (blue)". */
  name: string;
  /** The name alone, for where the note stands beside it. */
  called: string;
  you: boolean;
  bot: boolean;
  /** A few words under the name: "orange · bot, level III". */
  note: string;
  turn: boolean;
}

export interface BoardProps {
  view: View;
  /** What the person may do now; [] while it is somebody else's decision, in a replay, or while `busy`. */
  legal: string[];
  /** The person's seat in this view; null for a spectator. */
  seat: string | null;
  /** A step is on its way: show it, take no other. */
  busy: boolean;
  preview: (step: string) => Promise<Preview>;
  /** What the person may look forward to beyond a single step, in the game's own words; asked once per position. */
  prospects?: () => Promise<Record<string, unknown>>;
  /** Take a step: must be one of `legal`. The house asks for confirmation where the person wants it. */
  onstep: (step: string) => void;
  /** The position is one of the past or of a branch; nothing moves by itself. */
  replay?: boolean;
  /** What a line of the log, a source of the score or a hint points at: a step (drawn as a suggestion) or spaces.
      What is pressed next for the step carries `data-marked`, so that the house can lead there. */
  marked?: string[];
  /** Say what is chosen but not sent, so that Escape and the back button can undo it; null when nothing is. */
  onchoice?: (chosen: { cancel: () => void } | null) => void;
  /** Words for what is seen; may come a moment later than the view. */
  told?: Told | null;
}

/** What the house hands to a face's whole table: the board's props, and parts to be placed where they suit the game. */
export interface TableProps extends BoardProps {
  sitters: Sitter[];
  /** A seat's plate: name, clock, whether here, whose turn, points; `more` is the game's own (tokens, reserve …),
      `coin` the picture of the seat. */
  plate: Snippet<[{ seat: string; points?: number; coin?: Snippet; more?: Snippet }]>;
  /** The log; it scrolls by itself in whatever height it gets. */
  log: Snippet;
  /** Buttons of the house, each 44 px high at least: undo, hint, list of steps, end turn. Lay them in a row. */
  actions: Snippet;
  /** Questions between people and the state of the connection; nothing most of the time. Place it near the top. */
  notices: Snippet;
}

/** What the sheet at the end says beyond the sources of points. */
export interface Count {
  /** The parts of a source, which are counted up one after another: the districts of Paris. */
  details: Record<string, { name: string; note: string; points: Record<string, number> }[]>;
  /** What decided the winner, a whole sentence. */
  decided: string;
}

export interface Face {
  /** The game as `view.game` names it. */
  game: string;
  mood: 'night' | 'day';
  /** The board alone: replay, thumbnails of the learning page. */
  Board: Component<BoardProps>;
  /** The board with everything round it, on desktop and phone. Without one the house lays out the board plainly. */
  Table?: Component<TableProps>;
  /** A small picture of a position, about 130 px wide, without text. */
  Thumb?: Component<{ view: View }>;
  /** More for the sheet at the end; names by seat. */
  count?: (view: View, names: Record<string, string>) => Count;
}

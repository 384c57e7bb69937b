// The contract between a game's front end and the pages. A game's front end draws the view it is given and offers the
// legal steps it was sent; it knows no rule. `registry.ts` lists the games that have a front end of their own.
import type { Component, Snippet } from 'svelte';
import type { Tip } from '../components/tooltip';

export type Theme = 'night' | 'day';
export type GamePage = 'rules' | 'tutorial' | 'companion' | 'openings';

/** What the pages must know about a game before its front end is loaded. Keep it small: every page loads it. */
export interface GameManifest {
  /** The title in the reader's language. Without one, the server's list of games says it. */
  title?: () => string;
  /** The theme of the game's pages, unless the reader prefers one. Without one, the server's list of games says it. */
  theme?: Theme;
  /** The pages beside the table that the game is known to have. The server's list of games may name more. */
  pages: readonly GamePage[];
  /** The picture in lists of tables where there is no thumbnail. */
  picture?: string;
  /** The game's half of the landing page; without one it gets a neutral card there. */
  hero?: Hero;
  /** The sign of a bot's level, drawn on a grid of 24 × 30: an outline, and what is lit up to the chosen level. */
  levelSign: { outline: string; lit?: string };
  /** Headings for the game's special parts: of the page that shows each at work, and of their list in the help. */
  parts?: { page: () => string; list: () => string };
  /** The game's components. */
  loadUi: () => Promise<GameUi>;
  /** Pictures of components and of the set-up, for the rules and the reference card. */
  loadFigures?: () => Promise<Figures>;
  /** The form of the companion page, for games that have one. */
  loadCompanion?: () => Promise<CompanionUi>;
  /** The pictures of the component gallery, for games that have them. */
  loadGallery?: () => Promise<GalleryUi>;
}

/** Pictures by the name that `draws` of a figure in the rules, or a part of the reference card, gives. */
export type Figures = Record<string, Component<FigureProps>>;
export interface FigureProps {
  view: View;
  texts: PositionTexts;
  /** On the reference card: which item is drawn. */
  of?: string;
}

/** A game on the landing page. The texts are functions, so that they follow the language. */
export interface Hero {
  panorama: string;
  /** Time of day, players, minutes. */
  facts: () => string[];
  title: { lines: () => string[]; language?: string };
  lead: () => string;
  /** The label of the button that invites others. */
  friends: () => string;
  slogan: () => string;
  /** How it is played, in three pictures. */
  steps: () => { picture: string; title: string; text: string }[];
}

/** The components of a game. */
export interface GameUi {
  /** The board alone: replays, lessons, figures in the rules. */
  Board: Component<BoardProps>;
  /** The board with everything around it, on desktop and phone. */
  Table: Component<TableProps>;
  /** A small picture of a position, about 130 px wide, without text. */
  Thumb?: Component<{ view: View }>;
  /** What a step moved from where to where, in order; never empty. The page shows these moves when it plays back a
      step, and marks where each of them ended. Without this, a step is shown at its seat's plate. */
  moves?: (shown: ShownStep) => Move[];
  /** How far the game is: "Phase II, building · at most 11 turns left". The header shows it. */
  progress?: (view: View) => string;
  /** Whether the table reaches over the middle of the header in a window of this size. */
  partsHeader?: (width: number, height: number) => boolean;
  /** More for the score sheet at the end. */
  scoreDetails?: (view: View) => ScoreDetails;
}

/** A past step as the page plays it back, with the views before and after it as the viewer may know them. */
export interface ShownStep {
  /** The number of steps taken after it. */
  at: number;
  seat: string;
  /** 1 to 4: the token --seat-n and its sign. */
  place: number;
  step: string;
  /** Its line in the log; null where it is not known. */
  line: LogLine | null;
  before: View;
  after: View;
  /** It is compared: what was played, or what would have been best. Without it, the step was simply taken. */
  look?: 'played' | 'best';
  /** What the mark of a compared step says: "?", "✓", and the same in words. */
  sign?: string;
  says?: string;
}

/** One thing that a step moved. `from` and `to` are anchors: an anchor is an element, in HTML or SVG, with this name in
    its `data-anchor`, which may hold several. Names follow the notation: `square:B3`, `card:jardin`, `bank:Chaillot`,
    `purse:p1`, `seat:p1`. Several names are separated by spaces: together they are one place, with one mark. */
export interface Move {
  /** The element whose copy travels; null: nothing travels, `to` is highlighted. */
  from: string | null;
  /** Where it goes, and what stays marked; null, or no such element: the seat's plate. */
  to: string | null;
  /** What stays marked, if not `to` alone: where the thing was, and where it is now. */
  marks?: string[];
  /** A chip that travels instead of a copy: "+7 F". */
  label?: string;
}

/** The companion page's form for a game; `Box` and `Position` are the server's JSON for it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game has types of its own
export interface CompanionUi<Box = any, Position = any> {
  Form: Component<{ box: Box; position: Position; onchange: (changed: Position) => void; board: Snippet }>;
  /** The position of an empty table. */
  emptyPosition: (box: Box) => Position;
  /** How the form lies beside the score sheet: a `narrow` board with tools, or a `wide` sheet of fields. */
  layout: 'narrow' | 'wide';
}

/** Draws the components of an edition for the gallery, and choices for the opening explorer. `id`: which one, as the
    server names it. The edition may be one
    that somebody is correcting, with faults; what cannot be drawn is left blank. */
export interface GalleryUi {
  Picture: Component<{ id: string; edition: Record<string, unknown> }>;
}

/** What a seat may know of a game, as the server sends it; `position` is described by src/lutetia/schemas/. */
export interface View {
  game: string;
  rules: number;
  edition: unknown;
  options: Record<string, unknown>;
  seats: string[];
  first: string;
  /** The seat that decides; null when the game is over. */
  seat: string | null;
  /** The seat this view is for; null: a spectator. */
  viewer: string | null;
  over: boolean;
  result: Record<string, unknown> | null;
  turns: { seat: string; steps: string[] }[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game has types of its own
  position: any;
}

/** What a step would change in every seat's score, by source: {orange: {lit: 3, …, total: 3}, …}. */
export interface Preview {
  change: Record<string, Record<string, number | Record<string, number>>>;
  /** What else the game shows of the step. */
  outlook: Record<string, unknown>;
}

/** The text of a legal step. */
export interface StepText {
  step: string;
  /** "build V5 on e6 f6" */
  does: string;
  /** The same for the list, with what a drawing would show beside it: "draw from stack 1 (Belleville)". */
  text: string;
  /** The first word of the step: build, take, card … */
  kind: string;
  /** Whether it ends the turn. */
  ends: boolean;
}

/** What a step cost or yielded, as far as the viewer may know. */
export interface Change {
  seat: string;
  /** The resource: francs, gold, vp, key … */
  what: string;
  by: number;
  /** "−7 F" */
  label: string;
}

/** The text of a past step. */
export interface LogLine {
  /** The number of steps taken after it: the position the line links to. */
  at: number;
  /** The number of its turn, from 1. */
  turn: number;
  seat: string;
  step: string;
  /** The player: "Ana", "Monsieur Armand". */
  who: string;
  /** The predicate: "builds V5 on e6 f6". A sentence is both, with a full stop. */
  text: string;
  changes: Change[];
  /** What it changed in the total of its own seat, as far as the viewer could see it. */
  points: number;
  /** Every seat's total after it. */
  totals: Record<string, number>;
  /** It did nothing but end the turn. */
  ends: boolean;
}

/** What is said of steps, by the number of steps taken after them: a short sign, and the same in words. */
export type Verdicts = Record<number, { sign: string; text: string }>;

/** A part of a game: a postcard, a bonus tile. */
export interface Part {
  name: string;
  /** Its effect in a line, and at length. */
  brief: string;
  text: string;
  /** Whether it brings points that depend on the position. */
  scores: boolean;
  /** Its place among the parts on the table. */
  place?: number;
  /** What it puts on the board, by its name in the notation. */
  piece?: string | null;
  /** What it brings depends on how it is carried out. */
  asks?: boolean;
}

/** The texts that go with a position, in the reader's language. At a table they come in one message with the view. */
export interface PositionTexts {
  title: string;
  /** The seat these texts are for; null: a spectator. */
  viewer: string | null;
  /** Whether this seat sees something that others at the same device must not. */
  hides: boolean;
  /** The prompt: what the viewer decides, or who is thinking; a whole sentence. */
  question: string;
  /** After the end: who won, and what broke a tie. */
  verdict?: string | null;
  /** Names of the seats: {orange: "orange"}; `first` is the name at the beginning of a sentence. */
  seats: Record<string, { name: string; first: string }>;
  /** Names of the sources of points. */
  sources: Record<string, string>;
  /** The sources of points in the order of the score sheet. */
  source_order: string[];
  steps: StepText[];
  log: LogLine[];
  /** The game's parts by their names in the notation. */
  glossary: Record<string, Part>;
  /** What other things are called, by their names in the notation. */
  names: Record<string, string>;
  /** What the things on the table are for and what they cost, in sentences. The keys are the game's own. */
  about: Record<string, string>;
  /** The rule behind a source of points, behind a part by its name in the notation, or behind the `question`. */
  rules: Record<string, string>;
}

/** The player on a seat. */
export interface Player {
  seat: string;
  /** 1 to 4: the token --seat-n and its sign. */
  place: number;
  /** "You", "Ana", "Monsieur Armand"; with the seat's name where several share it: "Ana (blue)". */
  name: string;
  /** The name alone, for where the note stands beside it. */
  called: string;
  /** What the log calls the person who is called "You" here. */
  named?: string;
  you: boolean;
  bot: boolean;
  /** A short text under the name: "orange · bot, level III". */
  note: string;
  turn: boolean;
  /** What stands at the seat whose turn it is; "Your turn" and "Thinking" if nothing else is said. */
  flag?: string;
}

export interface BoardProps {
  view: View;
  /** What the person may do now; [] while another seat decides, in a replay, or while `busy`. */
  legal: string[];
  /** The person's seat in this view; null for a spectator. */
  seat: string | null;
  /** A step is on its way: show it, take no other. */
  busy: boolean;
  preview: (step: string) => Promise<Preview>;
  /** What lies ahead beyond a single step, in the game's own form; fetched once per position. */
  prospects?: () => Promise<Record<string, unknown>>;
  /** The name of the player who decides, where the person at this device decides for another; the prompt has it. */
  whose?: string;
  /** Take a step: must be one of `legal`. The page asks for confirmation where the person wants it. */
  onstep: (step: string) => void;
  /** The position is from the past or from a branch; nothing is animated. */
  replay?: boolean;
  /** No step can be taken here any more: buttons that only help to take one are left out. */
  still?: boolean;
  /** What a line of the log, a source of points or a hint points at: a step (drawn as a suggestion) or spaces.
      The next thing to press for the step carries `data-marked`, so that the page can scroll to it. */
  marked?: string[];
  /** Tell the page about a choice that is not sent yet, so that Escape and the back button can undo it; null: none. */
  onchoice?: (chosen: { cancel: () => void } | null) => void;
  /** The texts of the view; at a table they are always there and always belong to it. */
  texts?: PositionTexts | null;
}

/** What a game gives for a seat's plate: `coin` is the picture of the seat, `more` the game's own (tokens, reserve …),
    `tip` what the plate as a whole says. */
export interface Plate {
  seat: string;
  points?: number;
  coin?: Snippet;
  more?: Snippet;
  tip?: Tip;
}

/** What a page gives to a game's whole table: the board's props, and snippets for the game to place. */
export interface TableProps extends BoardProps {
  players: Player[];
  /** A seat's plate: name, clock, presence, turn, points. */
  plate: Snippet<[Plate]>;
  /** A seat's clock alone, for where plates have no room; nothing in a game without clocks. */
  clock?: Snippet<[string]>;
  /** The log; it scrolls by itself in whatever height it gets. */
  log: Snippet;
  /** The page's buttons, each at least 44 px high: undo, hint, list of steps, end turn. Lay them out in a row. */
  actions: Snippet;
  /** Hint, history, requests between people and the state of the connection; empty most of the time. Place it over
      the table, not in its flow: what appears here must not move anything. */
  notices: Snippet;
}

/** The parts of a source of points, counted up one after another at the end. */
export type ScoreDetails = Record<string, { name: string; note: string; points: Record<string, number> }[]>;

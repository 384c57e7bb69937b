// The texts of a position. At a table they come with the state: `assembleTexts` puts them together. A past position
// brings its own: see replay.ts.
import type { GameState, StateText } from './api';
import type { PositionTexts } from '../games/manifest';

/** The texts at a table, the state they belong to, and the parts that the next message builds on. */
export interface LiveTexts {
  seq: number;
  language: string;
  game: NonNullable<StateText['game']>;
  texts: PositionTexts;
}

/** The texts of a state that arrived. A message holds only what is new since the state `since`; null: it builds on
 * texts that we do not have, so that the whole must be fetched. */
export function assembleTexts(before: LiveTexts | null, state: GameState): LiveTexts | null {
  const text = state.text;
  if (!text) return null;
  const { language, since, log, game: whole, rule, ...moment } = text;
  let [game, kept] = [whole, [] as PositionTexts['log']];
  if (since >= 0) {
    if (!before || before.language !== language || before.texts.viewer !== text.viewer || before.seq < since)
      return null;
    if (before.seq === state.seq) return before;
    [game, kept] = [before.game, before.texts.log.filter((line) => line.at <= log.from)];
  }
  if (!game) return null;
  const rules = rule ? { ...game.rules, question: rule } : game.rules;
  const texts = { ...game, ...moment, rules, log: [...kept, ...log.lines] };
  // The first message of a connection often says what is on the screen already: then nothing is drawn again.
  if (before?.seq === state.seq && JSON.stringify(before.texts) === JSON.stringify(texts)) return before;
  return { seq: state.seq, language, game, texts };
}

// The texts of what the table shows, where that is not the present: nobody is asked anything there.
import type { LogLine, Player, PositionTexts } from '../../games/manifest';
import { spokenLine } from '../../lib/players';

/** These texts with another prompt, and without steps. */
export function withPrompt(texts: PositionTexts, question: string): PositionTexts {
  const { question: _rule, ...rules } = texts.rules;
  return { ...texts, rules, question, steps: [] };
}

/** The texts while a step is played back: its sentence is the prompt, and the log ends before it. */
export function duringStep(
  texts: PositionTexts,
  players: Player[],
  shown: { taken: number; at: number | undefined },
): PositionTexts {
  const log = texts.log.filter((line) => line.at <= shown.taken);
  return { ...withPrompt(texts, toldAt(texts.log, players, shown.at)), log };
}

/** What happened with this step, as a sentence; '' where there is none. */
export function toldAt(log: readonly LogLine[], players: Player[], at: number | undefined): string {
  const line = log.find((one) => one.at === at);
  return line ? spokenLine(line, players) : '';
}

// The log as pages show it: grouped by turns, and its lines as sentences.
import type { Change, LogLine } from '../games/manifest';

/** The steps of one turn, in order. */
export interface LoggedTurn {
  turn: number;
  seat: string;
  who: string;
  lines: LogLine[];
}

/** The lines by turns. That a turn ends is not told, unless it changes something or is all that happened. */
export function byTurn(lines: LogLine[]): LoggedTurn[] {
  const turns: LoggedTurn[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    if (last?.turn === line.turn && line.ends && !line.changes.length) continue;
    if (last?.turn === line.turn) last.lines.push(line);
    else turns.push({ turn: line.turn, seat: line.seat, who: line.who, lines: [line] });
  }
  return turns;
}

/** What the others did between a seat's last two turns or since its last one. During a turn of its own it is what led
    to it. */
export function sinceLastTurn(lines: LogLine[], seat: string): LogLine[] {
  const end = lines.findLastIndex((line) => line.seat !== seat) + 1;
  const start = lines.slice(0, end).findLastIndex((line) => line.seat === seat) + 1;
  return lines.slice(start, end);
}

/** "Ana builds V5 on e6 f6." */
export function sentence(line: LogLine): string {
  return `${line.who} ${line.text}`.trim().replace(/[^.!?…]$/, '$&.');
}

/** "Ana draws café 4; puts a key in the bank." */
export function turnSentence({ who, lines }: LoggedTurn): string {
  const told = lines.map((line) => line.text.replace(/\.$/, '')).join('; ');
  return `${who} ${told}`.trim().replace(/[^.!?…]$/, '$&.');
}

/** What a step cost and brought its own seat, then what it changed for the others. */
export function changesOf(line: LogLine): { own: Change[]; others: Change[] } {
  return {
    own: line.changes.filter((change) => change.seat === line.seat),
    others: line.changes.filter((change) => change.seat !== line.seat),
  };
}

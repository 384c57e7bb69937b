// Props for the input state of a game, as a page gives them: reactive, with what the page was told.
import type { BoardProps, Preview, View } from '../../src/games/manifest';

export class TestBoard {
  props = $state.raw<BoardProps>({} as BoardProps);
  /** Steps that were sent. */
  readonly sent: string[] = [];
  /** Steps whose preview was asked for. */
  readonly previewed: string[] = [];
  /** The last choice that the page was told about; null: none. */
  choice: { cancel: () => void } | null = null;
  /** What the server answers about a step. */
  answer: (step: string) => Promise<Preview> = async () => ({ change: {}, outlook: {} });

  constructor(view: View, legal: string[], more: Partial<BoardProps> = {}) {
    this.props = {
      view,
      legal,
      seat: view.seat,
      busy: false,
      preview: (step) => {
        this.previewed.push(step);
        return this.answer(step);
      },
      onstep: (step) => void this.sent.push(step),
      onchoice: (choice) => void (this.choice = choice),
      ...more,
    };
  }

  change(changes: Partial<BoardProps>): void {
    this.props = { ...this.props, ...changes };
  }
}

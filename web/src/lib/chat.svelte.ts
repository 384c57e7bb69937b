// The chat of a table: whether it is open, how much was said while it was not, what is being written, and its messages.
// The panel itself may come and go with the layout of the table.
import { get, type Chat, type ChatMessage } from './api';

class ChatState {
  open = $state(false);
  unread = $state(0);
  draft = $state('');

  reset(): void {
    this.open = false;
    this.unread = 0;
    this.draft = '';
  }
}
export const chatState = new ChatState();

/** All these messages, each once and in the order of time. A message that was removed stays so. */
export function mergeMessages(...lists: ChatMessage[][]): ChatMessage[] {
  const found = new Map<string, ChatMessage>();
  for (const one of lists.flat()) if (!found.get(one.id)?.removed) found.set(one.id, one);
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** What a message says. Phrases come from the server, in the reader's language. */
export async function wordsOf(game: string, { preset, text }: ChatMessage): Promise<string> {
  if (preset === null) return text ?? '';
  return (await get<Chat>(`/api/games/${game}/chat`)).presets[preset];
}

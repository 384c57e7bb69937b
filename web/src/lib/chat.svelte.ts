// The chat of a table: whether it is open, how much was said while it was not, what is being written, and its messages.
// The panel itself may come and go with the layout of the table.
import { get, type Chat, type ChatMessage } from './api';
import { dismiss, toast } from './notify.svelte';

class ChatState {
  open = $state(false);
  unread = $state(0);
  draft = $state('');
  private toasts: number[] = [];

  /** Show over the table what somebody said while the chat was closed. */
  tell(said: string): void {
    if (!this.open) this.toasts.push(toast(said));
  }

  /** The chat is open: what was told is read there, and nothing may lie over it. */
  read(): void {
    this.unread = 0;
    for (const id of this.toasts.splice(0)) dismiss(id);
  }

  reset(): void {
    this.open = false;
    this.draft = '';
    this.read();
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

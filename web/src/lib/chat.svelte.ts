// Whether the chat of the table is open, how much was said while it was not, and what is being written. The panel
// itself may come and go with the layout of the table.
import { dismiss, toast } from './notify.svelte';

class ChatState {
  open = $state(false);
  unread = $state(0);
  draft = $state('');
  private toasts: number[] = [];

  /** Somebody said something while the chat was closed. */
  tell(name: string, said: string): void {
    this.unread++;
    this.toasts.push(toast(`${name}: ${said}`));
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

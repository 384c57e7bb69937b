// Whether the chat of the table is open, how much was said while it was not, and what is being written. The panel
// itself may come and go with the layout of the table.
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

// Whether the chat of the table is open, and how much was said while it was not.
class ChatState {
  open = $state(false);
  unread = $state(0);
}
export const chatState = new ChatState();

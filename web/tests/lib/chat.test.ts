// The messages of a chat: those that were fetched and those that came meanwhile, each once; and what is shown over the
// table while the chat is closed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '../../src/lib/api';
import { chatState, mergeMessages } from '../../src/lib/chat.svelte';
import { announcements, toast } from '../../src/lib/notify.svelte';

const said = (id: string, at: number, removed = false): ChatMessage =>
  ({ id, at, removed, text: removed ? null : `text ${id}` }) as ChatMessage;
const ids = (messages: ChatMessage[]): string => messages.map((one) => one.id).join(' ');

describe('messages', () => {
  it('that came while the others were fetched are kept', () => {
    expect(ids(mergeMessages([said('a', 1), said('b', 2)], [said('b', 2), said('c', 3)]))).toBe('a b c');
  });
  it('that are removed keep their place', () => {
    const [first, second] = mergeMessages([said('a', 1), said('b', 2)], [said('a', 1, true)]);
    expect([first.removed, second.id]).toEqual([true, 'b']);
  });
  it('that are removed do not come back with an older answer', () => {
    expect(mergeMessages([said('a', 1)], [said('a', 1, true)], [said('a', 1)])[0].removed).toBe(true);
  });
});

describe('what is said while the chat is closed', () => {
  const shown = () => announcements.toasts.map((one) => one.text);
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    chatState.reset();
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('goes away when the chat is opened, and nothing else does', () => {
    toast('Jiří sat down.');
    chatState.tell('Ana: Hello!');
    expect(shown()).toEqual(['Jiří sat down.', 'Ana: Hello!']);
    chatState.read();
    expect(shown()).toEqual(['Jiří sat down.']);
  });
  it('is not shown over the open chat', () => {
    chatState.open = true;
    chatState.tell('Ana: Hello!');
    expect(shown()).toEqual([]);
  });
});

// What was said while the chat was closed: messages over the table, until the chat is opened.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatState } from '../../src/lib/chat.svelte';
import { announcements, toast } from '../../src/lib/notify.svelte';

const shown = () => announcements.toasts.map((one) => one.text);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('takes its messages away when the chat is opened, and no others', () => {
  toast('Jiří sits down.');
  chatState.tell('Ana', 'Hello!');
  expect(shown()).toEqual(['Jiří sits down.', 'Ana: Hello!']);
  expect(chatState.unread).toBe(1);
  chatState.read();
  expect(shown()).toEqual(['Jiří sits down.']);
  expect(chatState.unread).toBe(0);
});

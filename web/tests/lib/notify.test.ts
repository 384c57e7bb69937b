// @vitest-environment jsdom
// What happens to a text that cannot be copied, as on every page without https.
import { expect, it } from 'vitest';
import { announcements, copy } from '../../src/lib/notify.svelte';

it('a link that cannot be copied is kept for the dialog', async () => {
  await copy('https://example.org/s/1', 'Copied.');
  expect([announcements.link, announcements.toasts]).toEqual(['https://example.org/s/1', []]);
  announcements.link = '';
  await copy('a b c', 'Copied.', 'Select it.');
  expect([announcements.link, announcements.toasts.map(({ text }) => text)]).toEqual(['', ['Select it.']]);
});

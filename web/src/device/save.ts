// Saves what the device answers as a file, where a server would send a download.
import { showError } from '../lib/notify.svelte';
import { refusalOf } from '../lib/api';
import { engine } from './engine.svelte';

/** Save a text as a file. */
export function saveAs(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Save the answer to a request: `/api/games/ID/record?download=true` as record.json. */
export async function save(address: string): Promise<void> {
  try {
    const { status, text } = await engine.ask('GET', address);
    if (status >= 300) throw refusalOf(status, JSON.parse(text));
    const last = address.split('?')[0].split('/').at(-1)!;
    saveAs(last.includes('.') ? last : `${last}.json`, text, last.endsWith('.html') ? 'text/html' : undefined);
  } catch (error) {
    showError(error);
  }
}

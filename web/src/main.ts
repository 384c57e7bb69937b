// Where the page begins.
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { paint } from './lib/prefs.svelte';
import { follow } from './lib/route.svelte';
import { speak, words } from './lib/words.svelte';

paint();
follow();
const asked = new URLSearchParams(location.search).get('language');
await speak(asked ?? words.language, asked !== null);
addEventListener('storage', (event) => {
  if (event.key === 'language' && event.newValue) void speak(event.newValue);
});
mount(App, { target: document.getElementById('app')! });
if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);

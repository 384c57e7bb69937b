// Where the page begins.
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { paint } from './lib/prefs.svelte';
import { follow } from './lib/route.svelte';
import { speak, words } from './lib/words.svelte';

paint();
follow();
if (words.language) await speak(words.language);
mount(App, { target: document.getElementById('app')! });
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);

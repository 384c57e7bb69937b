// The entry point: theme, router, language, then the app.
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { applyTheme } from './lib/prefs.svelte';
import { startRouter } from './lib/route.svelte';
import { setLanguage, locale } from './lib/i18n.svelte';

applyTheme();
startRouter();
const asked = new URLSearchParams(location.search).get('language');
await setLanguage(asked ?? locale.language, asked !== null);
addEventListener('storage', (event) => {
  if (event.key === 'language' && event.newValue) void setLanguage(event.newValue);
});
mount(App, { target: document.getElementById('app')! });
// The service worker fetches every file of the build: not before the page itself has been drawn.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  setTimeout(() => {
    if (navigator.onLine) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }, 1_500);

// The entry point: theme, router, language, then the app.
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './acts.css';
import { applyTheme } from './lib/prefs.svelte';
import { device } from './lib/host.svelte';
import { isStatic } from './lib/site';
import { followNetwork } from './lib/net.svelte';
import { startRouter } from './lib/route.svelte';
import { startServiceWorker } from './lib/offline';
import { setLanguage, locale } from './lib/i18n.svelte';

applyTheme();
startRouter();
followNetwork();
const asked = new URLSearchParams(location.search).get('language');
await setLanguage(asked ?? locale.language, asked !== null);
addEventListener('storage', (event) => {
  if (event.key === 'language' && event.newValue) void setLanguage(event.newValue);
});
if (isStatic) void device().then(({ adaptLinks }) => adaptLinks());
mount(App, { target: document.getElementById('app')! });
startServiceWorker();

import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/cinzel/wght.css';
import '@fontsource-variable/big-shoulders-stencil/wght.css';
import './app.css';
import App from './App.svelte';
import { fetchEngine } from './lib/engine';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app');
// Whatever is shown, the rules are needed next; who asks is told what went wrong.
fetchEngine().catch(() => undefined);
target.replaceChildren();
mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined); // Without it the page only needs the network.
}

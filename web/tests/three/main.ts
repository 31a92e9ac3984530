/** A page with nothing but the view in depth, for its tests: a scene from a file, everything else from outside. */

import '@fontsource-variable/inter';
import { mount } from 'svelte';
import '../../src/app.css';
import Page from './Page.svelte';

mount(Page, { target: document.getElementById('app')! });

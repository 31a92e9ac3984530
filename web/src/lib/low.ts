import { MediaQuery } from 'svelte/reactivity';

/** A phone on its side: too low for anything below a table, so what belongs there stands beside it. Styles ask the same. */
export const low = new MediaQuery('(max-height: 520px) and (orientation: landscape)');

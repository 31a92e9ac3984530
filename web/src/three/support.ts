/** Whether this browser can draw in depth. */
export function canDraw(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

/** The theme the page has now. */
export function themeNow(): 'dark' | 'light' {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
}

/** Calls back whenever the page's theme changes, until the answer is called. */
export function onTheme(then: (theme: 'dark' | 'light') => void): () => void {
  const watch = new MutationObserver(() => then(themeNow()));
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => watch.disconnect();
}

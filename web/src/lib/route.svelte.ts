/** Where the page is: the path in parts, the query and what stands behind '#'. */
export interface Place {
  path: string;
  parts: string[];
  query: URLSearchParams;
  hash: string;
}

function here(): Place {
  const { pathname, search, hash } = location;
  // What can't be decoded is no place of ours, and is shown as it stands.
  const decoded = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  const parts = pathname.split('/').filter(Boolean).map(decoded);
  return { path: pathname, parts, query: new URLSearchParams(search), hash: hash.slice(1) };
}

const state = $state({ place: here() });

/** The place, reactive. */
export function place(): Place {
  return state.place;
}

const title: { path: string; words: string } = $state({ path: '', words: '' });

/** What this place is called, where it says more than its page does. */
export function entitle(words: string): void {
  title.path = state.place.path;
  title.words = words;
}

/** The place's own title; nothing if it has none. */
export function entitled(): string {
  return title.path === state.place.path ? title.words : '';
}

/** Goes to a path within the page; `replace` leaves no step in the history. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  state.place = here();
  if (!replace) scrollTo(0, 0);
}

/** Listens to the history and to clicks on links of this page. Gives back how to stop. */
export function listen(): () => void {
  const back = () => (state.place = here());
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener('popstate', back);
  addEventListener('hashchange', back);
  document.addEventListener('click', click);
  return () => {
    removeEventListener('popstate', back);
    removeEventListener('hashchange', back);
    document.removeEventListener('click', click);
  };
}

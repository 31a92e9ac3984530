// Small things kept in the browser's local storage, as JSON.

/** Reads what was kept; null if there is nothing or it can't be read. */
export function kept<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(`vanguard.${name}`);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Keeps something; without room or permission it is simply not kept. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(`vanguard.${name}`);
    else localStorage.setItem(`vanguard.${name}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the page works without.
  }
}

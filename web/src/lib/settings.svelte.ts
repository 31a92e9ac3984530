import { keep, kept } from './keep';

/** What a person prefers, kept in the browser. */
export interface Settings {
  theme: 'dark' | 'light' | 'auto';
  /** How fast events are shown: 0 at once, 1 as designed, 2 twice as slow. */
  pace: number;
  /** 'auto' follows the system. */
  motion: 'auto' | 'none' | 'full';
  quality: 'low' | 'high';
  /** The level of the computer, by game. */
  level: Record<string, string>;
  /** Guides that were finished or put away. */
  guided: string[];
}

const usual: Settings = { theme: 'dark', pace: 1, motion: 'auto', quality: 'high', level: {}, guided: [] };

/** The settings; change fields and they are kept. */
export const settings: Settings = $state({ ...usual, ...kept<Partial<Settings>>('settings') });

const asked = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches;

/** Whether things may move. */
export function moves(): boolean {
  if (settings.motion !== 'auto') return settings.motion === 'full';
  return !asked('(prefers-reduced-motion: reduce)');
}

/** How long to show something that is designed to take `ms`: 0 without motion. */
export function lasting(ms: number): number {
  return moves() ? ms * settings.pace : 0;
}

/** Applies theme and motion to the document and keeps changes. Called once, within a component. */
export function applySettings(): void {
  $effect(() => {
    keep('settings', $state.snapshot(settings));
    const light = settings.theme === 'light' || (settings.theme === 'auto' && asked('(prefers-color-scheme: light)'));
    document.documentElement.dataset['theme'] = light ? 'light' : 'dark';
    document.documentElement.dataset['motion'] = settings.motion === 'none' ? 'none' : 'auto';
  });
}

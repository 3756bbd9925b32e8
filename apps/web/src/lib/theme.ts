import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/** What a person can choose. */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = 'theme';
const pageColours = { light: '#ffffff', dark: '#101113' };
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The choice kept on this device; `system` when none was made. */
export function readThemeChoice(): ThemeChoice {
  const stored = readStored(key);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** Keeps a choice and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  writeStored(key, choice);
  applyTheme();
}

/** What a choice comes to on this device now. */
function resolveTheme(choice: ThemeChoice): 'light' | 'dark' {
  if (choice === 'system') return systemDark.matches ? 'dark' : 'light';
  return choice;
}

/** The choice, and what it comes to. */
export function useTheme(): { choice: ThemeChoice; shown: 'light' | 'dark' } {
  const choice = useSyncExternalStore(subscribe, readThemeChoice);
  const shown = useSyncExternalStore(subscribe, () => resolveTheme(readThemeChoice()));
  return { choice, shown };
}

// The same rule as the script in index.html, which sets it before the first paint.
function applyTheme(): void {
  const theme = resolveTheme(readThemeChoice());
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.style.colorScheme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pageColours[theme]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

systemDark.addEventListener('change', applyTheme);
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) applyTheme();
});

import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';
import { readStored, writeStored } from './storage.ts';

/** Themes that a user can choose. */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = 'theme';
const pageColours = { light: '#ffffff', dark: '#101113' };
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const change = createSignal();

/** The choice stored on this device; `system` by default. */
export function readThemeChoice(): ThemeChoice {
  const stored = readStored(key);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** Stores a choice and applies it immediately. */
export function chooseTheme(choice: ThemeChoice): void {
  writeStored(key, choice);
  applyTheme();
}

/** The theme that a choice resolves to on this device. */
function resolveTheme(choice: ThemeChoice): 'light' | 'dark' {
  if (choice === 'system') return systemDark.matches ? 'dark' : 'light';
  return choice;
}

/** The choice, and the theme that it resolves to. */
export function useTheme(): { choice: ThemeChoice; shown: 'light' | 'dark' } {
  const choice = useSyncExternalStore(change.subscribe, readThemeChoice);
  const shown = useSyncExternalStore(change.subscribe, () => resolveTheme(readThemeChoice()));
  return { choice, shown };
}

// The same rule as the script in index.html, which sets it before the first paint.
function applyTheme(): void {
  const theme = resolveTheme(readThemeChoice());
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.style.colorScheme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pageColours[theme]);
  change.emit();
}

systemDark.addEventListener('change', applyTheme);
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) applyTheme();
});

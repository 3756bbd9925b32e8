import { expect, test } from 'vitest';
import { render } from '#testing/render.tsx';
import { chooseTheme, readThemeChoice, useTheme } from './theme.ts';

function Shown() {
  const { choice, shown } = useTheme();
  return <output>{`${choice}: ${shown}`}</output>;
}

test('stores and applies a choice immediately; an invalid one counts as the system theme', async () => {
  localStorage.setItem('theme', 'purple');
  expect(readThemeChoice()).toBe('system');
  const { screen } = render(<Shown />);
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  await expect.element(screen.getByRole('status')).toHaveTextContent(`system: ${system}`);

  for (const theme of ['dark', 'light'] as const) {
    chooseTheme(theme);
    await expect.element(screen.getByRole('status')).toHaveTextContent(`${theme}: ${theme}`);
    expect(localStorage.getItem('theme')).toBe(theme);
    expect(document.documentElement.dataset.theme).toBe(theme);
    expect(getComputedStyle(document.documentElement).colorScheme).toBe(theme);
  }
});

test('applies another tab’s choice', async () => {
  chooseTheme('light');
  const { screen } = render(<Shown />);
  localStorage.setItem('theme', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  await expect.element(screen.getByRole('status')).toHaveTextContent('dark: dark');
});

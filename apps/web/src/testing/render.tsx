import '#styles/app.css';
import './without-owner-stacks.ts';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from 'sonner';
import { onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';

// Loads the real font, so that text is measured correctly.
await Promise.all(['440 16px Inter', '540 16px Inter'].map((font) => document.fonts.load(font)));

interface Rendered {
  /** The rendered element; content of a portal is found through `page`. */
  screen: Locator;
  rerender: (ui: ReactNode) => void;
}

/** Renders a component in the test browser with the app's styles, and removes it after the test. */
export function render(ui: ReactNode): Rendered {
  const container = document.createElement('div');
  container.dataset.testid = 'rendered';
  document.body.append(container);
  const root = createRoot(container);
  const show = (next: ReactNode) => root.render(<StrictMode>{next}</StrictMode>);
  show(ui);
  onTestFinished(() => {
    // Toasts belong to the page, which all tests of a file share.
    toast.dismiss();
    root.unmount();
    container.remove();
  });
  return { screen: page.elementLocator(container), rerender: show };
}

/** The titles of the toasts that are shown, the newest first. */
export const toastTitles = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed=false] [data-title]')].map(
    (title) => title.textContent,
  );

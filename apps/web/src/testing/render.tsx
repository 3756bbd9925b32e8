import '#styles/app.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';

// Text is measured in the font that it is shown in.
await Promise.all(['440 16px Inter', '540 16px Inter'].map((font) => document.fonts.load(font)));

interface Rendered {
  /** What was rendered; a portal's content is found through `page`. */
  screen: Locator;
  rerender: (ui: ReactNode) => void;
}

/** Shows something in the test's browser, with the app's styles, and takes it away when the test is over. */
export function render(ui: ReactNode): Rendered {
  const container = document.createElement('div');
  container.dataset.testid = 'rendered';
  document.body.append(container);
  const root = createRoot(container);
  const show = (next: ReactNode) => root.render(<StrictMode>{next}</StrictMode>);
  show(ui);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  return { screen: page.elementLocator(container), rerender: show };
}

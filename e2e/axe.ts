import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** axe rules about colors: the themes differ in nothing else. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Waits until the page has loaded: no placeholder, and nothing marked busy or loading. */
export async function expectLoaded(page: Page): Promise<void> {
  const waiting = page.locator('.animate-pulse, [aria-busy=true]').or(page.getByText(/^Loading/));
  await expect(waiting).toHaveCount(0);
}

/** Expects no axe violations on the current screen, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    // Legacy mode differs for frames of other origins alone, of which there are none, and needs no second page.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (theme === 'light' ? axe.withTags(standards) : axe.withRules(rulesOfColour)).analyze();
    const found = violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(found).toEqual([]);
  }
}

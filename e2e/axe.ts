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

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;
/** Lists of what passed, which nothing here reads, take most of the time. */
const wanted = { resultTypes: ['violations' as const] };

/** Expects no axe violations on the current screen, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // Legacy mode differs for frames of other origins alone, of which there are none, and needs no second page.
  expectNone(
    'light',
    await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ ...wanted })
      .withTags(standards)
      .analyze(),
  );
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // axe is in the page by now: compiling it again would take as long as this.
  const options = { ...wanted, runOnly: { type: 'rule' as const, values: rulesOfColour } };
  const inDark = await page.evaluate(
    (given) => (window as unknown as { axe: { run: (given: object) => Promise<Results> } }).axe.run(given),
    options,
  );
  expectNone('dark', inDark);
}

function expectNone(theme: string, { violations }: Results): void {
  const found = violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}

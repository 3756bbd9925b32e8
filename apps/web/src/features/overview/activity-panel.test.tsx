import type { ActivityEntry } from '@portal/contract/activity';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { ActivityPanel } from './activity-panel.tsx';

function line(index: number, more: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    createdDate: new Date(2026, 10, 20, 9, 41, 0, 999 - index).toISOString(),
    content: `Nina Petrov did thing ${index}`,
    action: 'orders-assigned',
    actor: { id: '7', name: 'Nina Petrov' },
    subject: null,
    ...more,
  };
}
const lines = Array.from({ length: 230 }, (_, index) => line(index));

/** Returns the page that the server would send for `before` and `limit`. */
function pageOf(all: ActivityEntry[], query: string) {
  const params = new URLSearchParams(query);
  const start = all.findIndex(({ id }) => id === params.get('beforeId')) + 1;
  return { body: { data: all.slice(start, start + Number(params.get('limit'))) } };
}

type Log = (query: string) => Answer | Promise<Answer>;
type Answer = { status?: number; body: unknown };

async function show(log: Log, address = '/overview', role = 'admin') {
  const user = { id: 'u', email: 'a@b.test', groups: [role], createdAt: '2026-01-01T00:00:00Z' };
  localStorage.clear();
  localStorage.setItem('user', JSON.stringify(user));
  const seen = serveApi({ 'GET /auth/profile': () => ({ body: user }), 'GET /log': ({ query }) => log(query) });
  const rendered = await renderPage(<ActivityPanel />, address);
  const asked = () => seen.filter(({ key }) => key === 'GET /log').map(({ query }) => query);
  return { ...rendered, asked };
}

const list = page.getByRole('region', { name: 'Activity, newest first' });
const entry = (index: number) => list.getByText(`Nina Petrov did thing ${index}`, { exact: true });
const empty = page.getByText('No recent activity to display.');
const person = page.getByRole('searchbox', { name: 'Person' });
const action = page.getByRole('combobox', { name: 'Action' });
const reset = page.getByRole('button', { name: 'Reset' });
const heightOf = () => page.getByRole('region', { name: 'Recent Activity' }).element().clientHeight;

beforeEach(() => page.viewport(1280, 900));

describe('list', () => {
  test('shows a loading state, then content and date of each entry, at a constant height', async () => {
    const answer = Promise.withResolvers<Answer>();
    await show(() => answer.promise);
    await expect.element(page.getByText('Loading activity logs...')).toBeVisible();
    const height = heightOf();
    answer.resolve({ body: { data: lines.slice(0, 30) } });
    await expect.element(entry(0)).toBeVisible();
    await expect.element(page.getByText('Loading activity logs...')).not.toBeInTheDocument();
    expect(list.element().clientHeight).toBe(500);
    expect(heightOf()).toBe(height);
    const date = list.getByRole('time').first().element();
    expect(date.textContent?.replaceAll(/\s/g, ' ')).toBe('Nov 20, 2026, 09:41 AM');
    expect(date.getAttribute('datetime')).toBe(lines[0]?.createdDate);
  });

  test('folds the sign-ins of a day into one line that unfolds, unless the log is filtered', async () => {
    const [earlier, before] = ['2026-11-18T12:00:00Z', '2026-11-17T12:00:00Z'];
    const data = [
      line(0),
      line(2, { action: 'sign-in' }),
      line(1),
      line(3, { action: 'sign-out' }),
      line(4, { action: 'sign-in-failed' }),
      line(5, { action: 'sign-in', createdDate: earlier }),
      line(6, { action: 'sign-in', createdDate: earlier }),
      line(7, { action: 'sign-out', createdDate: before }),
    ];
    await show(() => ({ body: { data } }));
    await expect.element(entry(1)).toBeVisible();
    // A failed one must be seen.
    for (const shown of [0, 4]) await expect.element(entry(shown)).toBeVisible();
    for (const folded of [2, 3, 5, 6, 7]) expect(entry(folded).elements()).toEqual([]);
    const fold = list.getByRole('button', { name: /^2 sign-ins and sign-outs/ });
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    await expect.element(list.getByRole('button', { name: /^2 sign-ins(?! and)/ })).toBeVisible();
    await expect.element(list.getByRole('button', { name: /^1 sign-out/ })).toBeVisible();
    await fold.click();
    for (const unfolded of [2, 3]) await expect.element(entry(unfolded)).toBeVisible();
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
    await fold.click();
    await expect.element(entry(2)).not.toBeInTheDocument();
    await action.selectOptions('Signed in');
    for (const shown of [2, 5, 6]) await expect.element(entry(shown)).toBeVisible();
    expect(list.getByRole('button').elements()).toEqual([]);
  });

  test('shows an empty state without entries', async () => {
    await show(() => ({ body: { data: [] } }));
    await expect.element(empty).toBeVisible();
    await expect.element(page.getByText('Nothing matches the active filters.')).not.toBeInTheDocument();
    await expect.element(reset).not.toBeInTheDocument();
  });

  test('shows as empty without an error if loading fails, and Refresh loads it', async () => {
    let works = false;
    await show((query) => (works ? pageOf(lines, query) : { status: 400, body: { message: 'The log is away.' } }));
    await expect.element(empty).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(page.getByText('The log is away.').elements()).toEqual([]);
    works = true;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.element(entry(0)).toBeVisible();
  });

  test('shows initials, SY for the portal itself, and none for a failed sign-in', async () => {
    const data = [
      line(0),
      line(1, { actor: null, action: 'sync-finished' }),
      line(2, { actor: null, action: 'sign-in-failed' }),
      line(3, { actor: { id: '8', name: 'jonas@north.test' } }),
    ];
    await show(() => ({ body: { data } }));
    await expect.element(entry(0)).toBeVisible();
    const bubbles = [...list.element().querySelectorAll('li > [aria-hidden]')];
    expect(bubbles.map(({ textContent }) => textContent)).toEqual(['NP', 'SY', '', 'JO']);
  });

  test('is reachable by Tab and scrolls with the keyboard', async () => {
    await show((query) => pageOf(lines, query));
    await expect.element(entry(0)).toBeVisible();
    await page.getByRole('button', { name: 'Time: Any time' }).element().focus();
    await userEvent.tab();
    await expect.element(list).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(entry(99)).toBeInViewport();
  });

  test('loads older entries to the last one and resumes after a failure', async () => {
    let works = true;
    await show((query) => (works ? pageOf(lines, query) : { status: 400, body: {} }));
    const older = page.getByRole('button', { name: 'Show older' });
    await older.click();
    await expect.element(entry(199)).toBeInTheDocument();
    works = false;
    await older.click();
    await expect.element(page.getByText('Older activity could not be loaded.')).toBeVisible();
    works = true;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(entry(229)).toBeInTheDocument();
    expect(list.getByRole('listitem').elements()).toHaveLength(230);
    await expect.element(older).not.toBeInTheDocument();
  });
});

describe('filters', () => {
  test('updates the URL and the request, and Reset clears the filters', async () => {
    const { address, asked, back, steps } = await show((query) =>
      query.includes('person') ? { body: { data: [] } } : pageOf(lines, query),
    );
    await expect.element(entry(0)).toBeVisible();
    const height = heightOf();
    const place = () => person.element().getBoundingClientRect().toJSON();
    const before = place();

    await action.selectOptions('Orders assigned');
    await expect.poll(address).toBe('/overview?action=orders-assigned');
    await expect.poll(() => asked().at(-1)).toBe('?limit=100&action=orders-assigned');
    await person.fill(' petr ');
    await expect.poll(address).toBe('/overview?person=petr&action=orders-assigned');
    await expect.element(empty).toBeVisible();
    await expect.element(page.getByText('Nothing matches the active filters.')).toBeVisible();
    expect(asked().at(-1)).toBe('?limit=100&person=petr&action=orders-assigned');
    expect([heightOf(), place()]).toEqual([height, before]);
    // Typing adds no history entry.
    expect(steps()).toBe(1);

    await reset.click();
    await expect.poll(address).toBe('/overview');
    await expect.element(entry(0)).toBeVisible();
    await expect.element(person).toHaveFocus();
    await expect.element(person).toHaveValue('');
    back();
    await expect.element(action).toHaveValue('orders-assigned');
  });

  test('keeps relative days in the URL and sends dates to the server', async () => {
    vi.setSystemTime('2026-05-06T12:00:00Z');
    onTestFinished(() => void vi.useRealTimers());
    const { address, asked } = await show((query) => pageOf(lines, query));
    const button = page.getByRole('button', { name: 'Time: Any time' });
    await expect.element(button).toBeVisible();
    const width = button.element().getBoundingClientRect().width;
    await button.click();
    await page.getByRole('button', { name: 'last 7 days' }).click();
    await expect.poll(address).toBe('/overview?days=last-7');
    await expect.poll(() => asked().at(-1)).toBe('?limit=100&from=2026-04-30');

    await page.getByLabelText('From').fill('2026-01-01');
    await page.getByLabelText('To').fill('2026-01-31');
    await expect.poll(address).toBe('/overview?days=2026-01-01,2026-01-31');
    await expect.poll(() => asked().at(-1)).toBe('?limit=100&from=2026-01-01&to=2026-01-31');
    await userEvent.keyboard('{Escape}');
    const named = page.getByRole('button', { name: 'Time: Jan 1, 2026 – Jan 31, 2026' });
    expect(named.element().getBoundingClientRect().width).toBe(width);
  });

  test('reads filters from the URL and ignores invalid ones', async () => {
    const { asked } = await show(
      (query) => pageOf(lines, query),
      '/overview?person=Nina&action=dancing&days=2026-02-30,2026-03-01',
    );
    await expect.element(entry(0)).toBeVisible();
    await expect.element(person).toHaveValue('Nina');
    await expect.element(action).toHaveValue('');
    expect(new Set(asked())).toEqual(new Set(['?limit=100&person=Nina&to=2026-03-01']));
  });

  test('keeps the entries visible until the filtered ones arrive', async () => {
    const later = Promise.withResolvers<Answer>();
    await show((query) => (query.includes('action') ? later.promise : pageOf(lines, query)));
    await expect.element(entry(0)).toBeVisible();
    await action.selectOptions('Signed out');
    await expect.element(list.getByRole('list')).toHaveAttribute('aria-busy', 'true');
    await expect.element(entry(0)).toBeVisible();
    later.resolve({ body: { data: [line(7)] } });
    await expect.element(entry(0)).not.toBeInTheDocument();
    await expect.element(entry(7)).toBeVisible();
  });

  test('offers failed sign-ins only to administrators', async () => {
    await show((query) => pageOf(lines, query), '/overview', 'member');
    await expect.element(entry(0)).toBeVisible();
    const offered = [...action.element().querySelectorAll('option')].map(({ value }) => value);
    expect(offered).toHaveLength(20);
    expect(offered).not.toContain('sign-in-failed');
  });
});

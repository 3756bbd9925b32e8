import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#testing/render.tsx';
import { HeaderSlot, HeaderSlotContext } from './header-slot.tsx';
import { PageHeader } from './page-header.tsx';

function Header() {
  const [slot, setSlot] = useState<HTMLDivElement | null>(null);
  return (
    <HeaderSlotContext value={slot}>
      <PageHeader
        menu={<button type="button">Menu</button>}
        notifications={null}
        theme={<button type="button">Theme</button>}
        slot={setSlot}
      />
      <HeaderSlot>
        <p className="flex whitespace-nowrap text-small">Synced 23 min ago</p>
      </HeaderSlot>
    </HeaderSlotContext>
  );
}

test('on the narrowest screen the title is not truncated, and the controls beside it keep their labels', async () => {
  await page.viewport(360, 780);
  const root = createRootRoute();
  const anywhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: Header,
    staticData: { title: 'customers.title' },
  });
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: ['/customers'] }),
  });
  await router.load();
  render(<RouterProvider router={router as never} />);

  const title = page.getByRole('heading', { name: 'NetSuite Customers' });
  await expect.element(title).toBeVisible();
  const beside = page.getByText('Synced 23 min ago');
  for (const part of [title, beside]) {
    const { scrollWidth, clientWidth } = part.element();
    expect(scrollWidth).toBe(clientWidth);
  }
  const header = page.getByRole('banner').element().getBoundingClientRect();
  const text = beside.element().getBoundingClientRect();
  expect(text.top).toBeGreaterThanOrEqual(header.top);
  expect(text.bottom).toBeLessThanOrEqual(header.bottom);
});

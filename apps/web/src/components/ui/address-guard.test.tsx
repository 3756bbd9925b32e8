import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parseSearch, stringifySearch } from '#lib/search-params.ts';
import { clearSession, storeToken } from '#lib/session.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';
import { render } from '#testing/render.tsx';
import { Button } from './button.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Input } from './input.tsx';

/** The server's response to the form that is being sent: whether it was saved. */
let answer: (saved: boolean) => void = () => undefined;

function FormPage() {
  const { id, open, close } = useUrlDialog('/orders', 'assign');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    const saved = await new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    if (saved) close();
    else setBusy(false);
  }

  return (
    <>
      <Button onClick={() => open('1')}>Open</Button>
      <FormDialog
        open={id !== undefined}
        onClose={close}
        title="Edit Group"
        submit="Save"
        submitting="Saving..."
        busy={busy}
        dirty={name !== ''}
        param="assign"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        <Link to="/customers">Elsewhere</Link>
      </FormDialog>
    </>
  );
}

/** A page with the real browser history, using the hash: a memory history does not block Back. */
async function show() {
  const first = window.location.href;
  window.history.replaceState(null, '', '#/orders');
  const history = createHashHistory();
  const root = createRootRoute();
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: FormPage });
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history, parseSearch, stringifySearch });
  await router.load();
  onTestFinished(() => {
    history.destroy();
    window.history.replaceState(null, '', first);
  });
  // The types are those of the app's routes, which tests do not have.
  render(<RouterProvider router={router as never} />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(name).toHaveFocus();
}

const dialog = page.getByRole('dialog', { name: 'Edit Group' });
const name = page.getByLabelText('Name');
const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
const nextPop = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
/** The current address. The hash also contains the test runner's parameters. */
const place = () => {
  const [path, search] = window.location.hash.split('?');
  return `${path}${new URLSearchParams(search).has('assign') ? ' with the dialog' : ''}`;
};
const expectOpen = async () => {
  await expect.poll(place).toBe('#/orders with the dialog');
  await expect.element(dialog).toBeVisible();
  await expect.element(name).toHaveValue('Carriers');
};

beforeEach(() => {
  localStorage.clear();
  storeToken('a token');
});

test('Back closes an unchanged form, and asks before it closes a changed one', async () => {
  await show();
  window.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(place).toBe('#/orders');

  await page.getByRole('button', { name: 'Open' }).click();
  await name.fill('Carriers');
  window.history.back();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expectOpen();

  window.history.back();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expectOpen();

  window.history.back();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(place).toBe('#/orders');
});

test('a link asks as well, and Escape asks once', async () => {
  await show();
  await name.fill('Carriers');
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expectOpen();
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(place).toBe('#/orders');
});

test('nothing closes a form while it is being sent, and a saved form closes without asking', async () => {
  await show();
  await name.fill('Carriers');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  // Back happens later, and is undone later still; a response in between would have it ask.
  const back = nextPop();
  window.history.back();
  await back;
  await nextPop();
  await expectOpen();
  expect(question.elements()).toEqual([]);

  answer(false);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  await expectOpen();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  answer(true);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(question.elements()).toEqual([]);
  await expect.poll(place).toBe('#/orders');
});

test('the end of a session is not blocked', async () => {
  await show();
  await name.fill('Carriers');
  clearSession();
  window.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(question.elements()).toEqual([]);
});

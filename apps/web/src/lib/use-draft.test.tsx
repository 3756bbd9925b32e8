import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#testing/render.tsx';
import { dropAllDrafts, keepOnlyDraftsOf } from './drafts.ts';
import { clearSession, storeToken, storeUser } from './session.ts';
import { useDraft } from './use-draft.ts';

const start = new Date('2026-11-21T12:00:00Z');
const hour = 3_600_000;

function signIn(id: string) {
  storeToken(`token of ${id}`);
  storeUser({ id, email: `${id}@test.example`, groups: ['admin'], createdAt: start.toISOString() });
  keepOnlyDraftsOf(id);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  signIn('ada');
});
afterEach(() => {
  vi.useRealTimers();
});

function Form({ name, shown = true }: { name: string; shown?: boolean }) {
  const { restored, keep, drop } = useDraft<{ text: string }>(name, shown);
  const [text, setText] = useState(restored?.text ?? '');
  return (
    <>
      <input
        aria-label={name}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          keep({ text: event.target.value });
        }}
      />
      <button type="button" onClick={drop}>
        Save
      </button>
    </>
  );
}

const box = (name: string) => page.getByLabelText(name);

/** Opens a form, types the given text, if any, and returns a function that unmounts it. */
async function open(name: string, typed?: string) {
  const { rerender } = render(<Form name={name} />);
  await expect.element(box(name)).toBeVisible();
  if (typed !== undefined) await box(name).fill(typed);
  return {
    rerender,
    close: async () => {
      rerender(null);
      await expect.poll(() => box(name).query()).toBeNull();
    },
  };
}

async function expectWithin(name: string, text: string) {
  const { close } = await open(name);
  await expect.element(box(name)).toHaveValue(text);
  return close;
}

test('restores the input when the same user signs in after the session has ended, repeatedly', async () => {
  const { close } = await open('form', 'half a name');
  clearSession();
  await close();
  vi.setSystemTime(start.getTime() + 23 * hour);
  signIn('ada');
  const closeAgain = await expectWithin('form', 'half a name');
  clearSession();
  await closeAgain();
  signIn('ada');
  await expectWithin('form', 'half a name');
});

test('a closed form leaves no draft', async () => {
  const { close } = await open('form', 'half a name');
  await close();
  const closeAgain = await expectWithin('form', '');
  await closeAgain();

  const { rerender } = await open('other', 'half a name');
  rerender(<Form name="other" shown={false} />);
  await expect.poll(() => sessionStorage.getItem('drafts')).toBeNull();
});

test('a saved form leaves no draft, even if the session ends', async () => {
  const { close } = await open('form', 'a whole name');
  await page.getByRole('button', { name: 'Save' }).click();
  clearSession();
  await close();
  signIn('ada');
  await expectWithin('form', '');
});

test('each form has its own draft', async () => {
  const one = await open('one', '1');
  const two = await open('two', '2');
  clearSession();
  await one.close();
  await two.close();
  signIn('ada');
  await expectWithin('one', '1');
  await expectWithin('two', '2');
});

test.each<[string, () => void]>([
  ['another user has signed in meanwhile', () => signIn('bob')],
  ['a user has logged out meanwhile in this tab', dropAllDrafts],
  ['a user has logged out meanwhile in another tab', () => localStorage.setItem('loggedOutAt', String(Date.now()))],
  // Counted from now, because the clock may have advanced while the test waited.
  ['a day has passed', () => vi.setSystemTime(Date.now() + 24 * hour)],
])('restores nothing when %s', async (_, happens) => {
  const { close } = await open('form', 'half a name');
  clearSession();
  await close();
  happens();
  signIn('ada');
  await expectWithin('form', '');
});

test('stores nothing for an unknown user', async () => {
  localStorage.removeItem('user');
  await open('form', 'half a name');
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

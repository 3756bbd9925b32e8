import { expect, test } from 'vitest';
import { render } from '#testing/render.tsx';
import { Button } from './button.tsx';

test('a busy button shows its busy label, keeps its width and cannot be clicked again', async () => {
  let calls = 0;
  let finish = () => {};
  const work = () => {
    calls++;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const { screen } = render(
    <Button onClick={work} busyLabel="Sending the invitation...">
      Send
    </Button>,
  );
  const button = screen.getByRole('button');
  await expect.element(button).toHaveAccessibleName('Send');
  const { width } = button.element().getBoundingClientRect();
  // An invisible animation would keep the browser drawing frames.
  expect(document.getAnimations()).toEqual([]);

  await button.click();
  await expect.element(button).toHaveAccessibleName('Sending the invitation...');
  expect(button.element().getBoundingClientRect().width).toBe(width);
  expect(document.getAnimations()).toHaveLength(1);
  await button.click({ force: true });
  expect(calls).toBe(1);

  finish();
  await expect.element(button).toHaveAccessibleName('Send');
  await button.click();
  expect(calls).toBe(2);
});

test('a busy submit button does not submit its form again', async () => {
  let submits = 0;
  const { screen } = render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submits++;
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await screen.getByRole('button').click({ force: true });
  await screen.getByLabelText('Name').fill('x');
  screen
    .getByRole('button')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(submits).toBe(0);
  await expect.element(screen.getByRole('button')).toHaveAccessibleName('Save');
});

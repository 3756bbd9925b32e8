import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#testing/render.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogBody, DialogCancel } from './dialog.tsx';
import { DropdownMenu, DropdownMenuItem } from './dropdown-menu.tsx';
import { Input } from './input.tsx';

function Form() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <DropdownMenu trigger={<Button>More</Button>}>
        <DropdownMenuItem onSelect={() => setOpen(true)}>Edit</DropdownMenuItem>
      </DropdownMenu>
      <Dialog open={open} onOpenChange={setOpen} title="Edit Group" confirmClose={name !== ''}>
        <DialogBody>
          <Input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        </DialogBody>
      </Dialog>
    </main>
  );
}

function Question({ work }: { work: () => Promise<void> }) {
  const [open, setOpen] = useState(true);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Delete it?"
      description="It will be gone."
      confirm="Delete"
      confirming="Deleting..."
      onConfirm={work}
    />
  );
}

const dialog = page.getByRole('dialog', { name: 'Edit Group' });
const name = page.getByLabelText('Name');

test('focuses the first field, traps Tab, and restores the focus on Escape', async () => {
  render(<Form />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(name).toHaveFocus();
  for (let presses = 0; presses < 5; presses++) {
    await userEvent.keyboard('{Tab}');
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('restores the focus to the menu button if it was opened from a menu', async () => {
  render(<Form />);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
});

test('asks before it discards input', async () => {
  render(<Form />);
  await page.getByRole('button', { name: 'Open' }).click();
  await name.fill('Carriers');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(name).toHaveValue('Carriers');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();

  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
});

function pressOutside() {
  const press = { bubbles: true, button: 0, pointerType: 'mouse' };
  for (const type of ['pointerdown', 'pointerup', 'click']) document.body.dispatchEvent(new PointerEvent(type, press));
}

test('cannot be closed while busy', async () => {
  const onOpenChange = vi.fn();
  const sample = (busy: boolean) => (
    <>
      <Dialog open onOpenChange={onOpenChange} title="Edit Group" busy={busy} footer={<DialogCancel />}>
        <DialogBody>
          <Input aria-label="Name" />
        </DialogBody>
      </Dialog>
    </>
  );
  const { rerender } = render(sample(true));
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  pressOutside();
  expect(onOpenChange).not.toHaveBeenCalled();

  rerender(sample(false));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await userEvent.keyboard('{Escape}');
  pressOutside();
  expect(onOpenChange.mock.calls).toEqual([[false], [false], [false]]);
});

test('a confirmation stays open until its action has finished', async () => {
  let end: () => void = () => undefined;
  render(<Question work={() => new Promise<void>((resolve) => (end = resolve))} />);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Deleting...' })).toBeVisible();
  end();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('fills the window on a narrow screen', async () => {
  await page.viewport(390, 844);
  render(<Form />);
  await page.getByRole('button', { name: 'Open' }).click();
  const { width, height } = dialog.element().getBoundingClientRect();
  expect({ width, height }).toEqual({ width: 390, height: 844 });
  await page.viewport(1280, 800);
});

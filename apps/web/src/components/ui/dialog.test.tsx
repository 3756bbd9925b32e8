import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#testing/render.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogBody } from './dialog.tsx';
import { DropdownMenu, DropdownMenuItem } from './dropdown-menu.tsx';
import { Input } from './input.tsx';
import { TooltipProvider } from './tooltip.tsx';

function Form() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <TooltipProvider>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <DropdownMenu trigger={<Button>More</Button>}>
        <DropdownMenuItem onSelect={() => setOpen(true)}>Edit</DropdownMenuItem>
      </DropdownMenu>
      <Dialog open={open} onOpenChange={setOpen} title="Edit Group" confirmClose={name !== ''}>
        <DialogBody>
          <Input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        </DialogBody>
      </Dialog>
    </TooltipProvider>
  );
}

const dialog = page.getByRole('dialog', { name: 'Edit Group' });
const name = page.getByLabelText('Name');

test('the first field takes the focus, Tab stays within, and Escape gives it back', async () => {
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

test('opened from a menu it gives the focus back to the menu’s button', async () => {
  render(<Form />);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
});

test('what was typed is not lost without asking', async () => {
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
});

test('on a narrow screen it fills the window', async () => {
  await page.viewport(390, 844);
  render(<Form />);
  await page.getByRole('button', { name: 'Open' }).click();
  const { width, height } = dialog.element().getBoundingClientRect();
  expect({ width, height }).toEqual({ width: 390, height: 844 });
  await page.viewport(1280, 800);
});

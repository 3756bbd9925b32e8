import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Field } from '#components/ui/field.tsx';
import { render } from '#testing/render.tsx';
import { Combobox } from './combobox.tsx';
import type { ComboboxOption } from './combobox-list.tsx';

const some: ComboboxOption[] = [
  { id: '1', label: 'Apple', detail: 'a@fruit.example' },
  { id: '2', label: 'Pear', detail: 'p@fruit.example' },
  { id: '3', label: 'Plum' },
];

function Sample({ options = some, initial = '' }: { options?: ComboboxOption[]; initial?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <Field label="Thing">
      {({ id }) => <Combobox id={id} value={value} onChange={setValue} options={options} texts="parentPicker" />}
    </Field>
  );
}

const box = () => page.getByRole('combobox', { name: 'Thing' });
const search = () => page.getByPlaceholder('Search users...');
const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });

test('opens, searches and selects by keyboard, and returns the focus', async () => {
  render(<Sample />);
  await expect.element(box()).toHaveTextContent('Select a user...');
  await userEvent.tab();
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('fruit.ex');
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(2);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(box()).toHaveTextContent('Pear');
  await expect.element(box()).toHaveFocus();
  expect(page.getByRole('option').elements()).toHaveLength(0);
});

test('marks the selected option and clears it when it is selected again', async () => {
  render(<Sample initial="2" />);
  await box().click();
  await expect.element(option('Pear')).toMatchTextContent(/, selected$/);
  await expect.element(option('Pear')).toHaveAttribute('aria-selected', 'true');
  await option('Pear').click();
  await expect.element(box()).toHaveTextContent('Select a user...');
});

test('Escape closes without a change; a search without matches shows a message', async () => {
  render(<Sample initial="2" />);
  await box().click();
  await search().fill('melon');
  await expect.element(page.getByRole('status')).toHaveTextContent('No users found');
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(box()).toHaveFocus();
  await expect.element(box()).toHaveTextContent('Pear');
});

test('shows a hundred options in at most 200 px with the number of further ones, including the selected option', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ id: `${index}`, label: `Thing ${index}` }));
  render(<Sample options={many} initial="4321" />);
  await box().click();
  await expect.element(page.getByText('4,899 more. Type to narrow the list.')).toBeVisible();
  expect(page.getByRole('option').elements()).toHaveLength(101);
  expect(page.getByRole('listbox').element().getBoundingClientRect().height).toBeLessThanOrEqual(200);
  await expect.element(page.getByRole('option').first()).toHaveTextContent('Thing 4321, selected');
  await search().fill('thing 4999');
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(1);
});

test('shows the id of a selected option that is not in the list', async () => {
  render(<Sample initial="77" />);
  await expect.element(box()).toHaveTextContent('77');
});

test('shows that options are loading or could not be loaded', async () => {
  const retry = vi.fn();
  const control = { value: '', onChange: () => undefined, texts: 'parentPicker' as const };
  const { rerender } = render(<Combobox {...control} options={undefined} />);
  await page.getByRole('combobox').click();
  await expect.element(page.getByText('Loading')).toBeInTheDocument();
  rerender(<Combobox {...control} options={undefined} failed onRetry={retry} />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The users could not be loaded./);
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(retry).toHaveBeenCalledOnce();
});

import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { AmountEditor } from './amount-filter.tsx';

function Sample({ heard }: { heard: string[] }) {
  const [value, setValue] = useState('');
  return (
    <>
      <AmountEditor
        value={value}
        onChange={(text) => {
          heard.push(text);
          setValue(text);
        }}
      />
      <button type="button" onClick={() => setValue('5,10')}>
        From outside
      </button>
    </>
  );
}

const least = page.getByLabelText('At least (CAD)');
const most = page.getByLabelText('At most (CAD)');

test('passes on valid amounts in plain digits; keeps invalid input as typed and shows an error', async () => {
  const heard: string[] = [];
  await renderPage(<Sample heard={heard} />, '/');
  await least.fill('$1,000.50');
  await expect.poll(() => heard).toEqual(['1000.5,']);
  await expect.element(least).toHaveValue('$1,000.50');

  await most.fill('a lot');
  await expect.element(most).toHaveAccessibleDescription('Not an amount, such as 1,000.50');
  await most.fill('12');
  await expect.element(most).toHaveAccessibleDescription('Must be at least the minimum');
  await most.fill('2 000,00');
  await expect.poll(() => heard).toEqual(['1000.5,', '1000.5,2000']);

  await page.getByRole('button', { name: 'From outside' }).click();
  await expect.element(least).toHaveValue('5');
  await expect.element(most).toHaveValue('10');
  await least.fill('');
  await expect.poll(() => heard.at(-1)).toBe(',10');
});

import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from '#testing/render.tsx';
import { OtpInput } from './otp-input.tsx';

function Held() {
  const [value, setValue] = useState('');
  return <OtpInput aria-label="Code" length={6} value={value} onChange={setValue} />;
}

test('shows typed digits in six slots and rejects letters', async () => {
  const { screen } = render(<Held />);
  const input = screen.getByLabelText('Code');
  const slots = () => [...screen.element().querySelectorAll('[data-slot]')].map((slot) => slot.textContent);
  await expect.element(input).toHaveAttribute('autocomplete', 'one-time-code');
  expect(slots()).toHaveLength(6);

  await input.click();
  await userEvent.keyboard('4a8');
  await expect.poll(slots).toEqual(['4', '8', '', '', '', '']);
  await userEvent.keyboard('1516');
  await expect.element(input).toHaveValue('481516');
  await userEvent.keyboard('{Backspace}');
  await expect.poll(slots).toEqual(['4', '8', '1', '5', '1', '']);
});

test('a pasted code with spaces fills the slots', async () => {
  const { screen } = render(<Held />);
  const input = screen.getByLabelText('Code');
  await input.click();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ' 481 516 ');
  input.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(input).toHaveValue('481516');
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#testing/render.tsx';
import { UnbrokenText } from './unbroken-text.tsx';

test.each([
  ['Sainte-Anne-des-Monts QC G0J 6G1', ['G0J 6G1']],
  ['London WX3 6FW, Albuquerque NM 87110', ['WX3 6FW', 'NM 87110']],
  ['2 × Hex bolt M12 × 60 mm, 5/8 in, box of 50', ['M12 × 60 mm', '5/8 in']],
  ['Tarp 8 × 12 ft, 20 kg', ['8 × 12 ft', '20 kg']],
  ['Queso Cabrales', []],
])('%s: keeps what belongs together on one line', async (text, expected) => {
  render(
    <p data-testid="text" style={{ width: 1 }}>
      <UnbrokenText text={text} />
    </p>,
  );
  await expect.element(page.getByTestId('text')).toHaveTextContent(text);
  const element = page.getByTestId('text').element();
  const whole = [...element.children].filter((part) => getComputedStyle(part).whiteSpace === 'nowrap');
  expect(whole.map((part) => part.textContent)).toEqual(expected);
  expect(whole.map((part) => part.getClientRects().length)).toEqual(expected.map(() => 1));
});

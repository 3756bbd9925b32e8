import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#testing/render.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';
import { Dialog } from './dialog.tsx';
import { FullTextLayer } from './full-text-layer.tsx';
import { TruncatedText } from './truncated-text.tsx';

const long = 'Société Générale des Transports Réunis et de la Logistique du Québec';

test('only truncated text is reachable by Tab, and shows in full on focus and hover', async () => {
  const { screen } = render(
    <div style={{ width: 160 }}>
      <TruncatedText>Short</TruncatedText>
      <TruncatedText>{long}</TruncatedText>
      <FullTextLayer />
    </div>,
  );
  const cut = screen.getByText(long);
  await expect.element(cut).toHaveAttribute('tabindex', '0');
  await expect.element(screen.getByText('Short')).not.toHaveAttribute('tabindex');

  const shown = () => document.querySelector('body > [aria-hidden].fixed')?.textContent;
  // Moves the pointer away from where an earlier test left it, which may be on the truncated text.
  await screen.getByText('Short').hover();
  await userEvent.keyboard('{Tab}');
  await expect.element(cut).toHaveFocus();
  await expect.poll(shown).toBe(long);
  await userEvent.keyboard('{Escape}');
  await expect.poll(shown).toBeUndefined();

  await cut.hover();
  await expect.poll(shown).toBe(long);
  await screen.getByText('Short').hover();
  await expect.poll(shown).toBeUndefined();
});

test('focusing truncated text that is out of sight scrolls to it and shows it in full, wherever the pointer rests', async () => {
  const { screen } = render(
    <div style={{ width: 160, height: 100, overflow: 'auto' }}>
      <TruncatedText>Short</TruncatedText>
      <div style={{ height: 400 }} />
      <TruncatedText>{long}</TruncatedText>
      <FullTextLayer />
    </div>,
  );
  const cut = screen.getByText(long);
  await expect.element(cut).toHaveAttribute('tabindex', '0');
  await screen.getByText('Short').hover();
  await userEvent.keyboard('{Tab}');
  await expect.element(cut).toHaveFocus();
  // Longer than the pointer's delay.
  await new Promise((done) => setTimeout(done, 500));
  expect(document.querySelector('body > [aria-hidden].fixed')?.textContent).toBe(long);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('body > [aria-hidden].fixed')).toBeNull();
});

test('inside a link, focusing the link shows the full text', async () => {
  const { screen } = render(
    <div style={{ width: 160 }}>
      <a href="/orders" style={{ display: 'block' }}>
        <TruncatedText focusable={false}>{long}</TruncatedText>
      </a>
      <FullTextLayer />
    </div>,
  );
  await expect.element(screen.getByText(long)).not.toHaveAttribute('tabindex');
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('link')).toHaveFocus();
  await expect.poll(() => document.querySelector('body > [aria-hidden].fixed')?.textContent).toBe(long);
});

test('a control with only an icon shows its label, and Escape then still closes its dialog', async () => {
  const closed = vi.fn();
  render(
    <>
      <Dialog open onOpenChange={closed} title="Order" actions={<CopyLinkButton path="/orders" />}>
        <p>Details</p>
      </Dialog>
      <FullTextLayer />
    </>,
  );
  const shown = () => document.querySelector('body > [aria-hidden].fixed.z-50')?.textContent;
  await page.getByText('Details').hover();
  await expect.poll(shown).toBeUndefined();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toHaveFocus();
  await expect.poll(shown).toBe('Copy link');
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledExactlyOnceWith(false);
});

test('text that overflows by half a pixel counts as truncated, with padding as well', async () => {
  const measured = render(<span style={{ display: 'inline-block', whiteSpace: 'nowrap' }}>{long}</span>);
  await expect.element(measured.screen.getByText(long)).toBeVisible();
  const { width } = measured.screen.getByText(long).element().getBoundingClientRect();
  const { screen } = render(
    <>
      <div className="px-3" style={{ width: width + 24 - 0.4 }}>
        <TruncatedText>{long}</TruncatedText>
      </div>
      <div style={{ width: width + 24 - 0.4, display: 'grid' }}>
        <TruncatedText className="px-3">{long}</TruncatedText>
      </div>
      <div style={{ width: width + 0.5 }}>
        <TruncatedText>{long}</TruncatedText>
      </div>
    </>,
  );
  const tabbable = () =>
    screen
      .getByText(long)
      .elements()
      .map((element) => element.hasAttribute('tabindex'));
  await expect.poll(tabbable).toEqual([true, true, false]);
});

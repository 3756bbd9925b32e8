import { Kbd } from '#components/ui/kbd.tsx';
import { t } from '#lib/texts.ts';

const hints = [
  { keys: '↑ ↓', text: 'palette.move' },
  { keys: 'Enter', text: 'palette.choose' },
  { keys: 'Esc', text: 'palette.leave' },
] as const;

/** Keyboard hints below the palette; hidden on devices without a keyboard. */
export function KeyHints() {
  return (
    <div
      aria-hidden
      className="hidden shrink-0 gap-4 border-line border-t px-4 py-2 text-ink-3 text-small sheet:flex pointer-coarse:hidden"
    >
      {hints.map(({ keys, text }) => (
        <span key={keys} className="flex items-center gap-1.5">
          <Kbd>{keys}</Kbd>
          {t(text)}
        </span>
      ))}
    </div>
  );
}

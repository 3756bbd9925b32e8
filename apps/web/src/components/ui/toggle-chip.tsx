import { classNames } from '#lib/class-names.ts';

/** Look of a chip, and of one that is not pressed. */
export const chipClass = 'h-7 rounded-control border px-2.5 font-medium text-small';
export const unpressedClass = 'border-line text-ink-2 hover:bg-pressed';

interface ToggleChipProps {
  label: string | undefined;
  pressed: boolean;
  onClick: () => void;
  className?: string;
}

/** A small button that switches one choice on and off. */
export function ToggleChip({ label, pressed, onClick, className }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={classNames(
        chipClass,
        'first-letter:uppercase',
        pressed ? 'border-accent bg-accent-soft text-ink' : unpressedClass,
        className,
      )}
    >
      {label}
    </button>
  );
}

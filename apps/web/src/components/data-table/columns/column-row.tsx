import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { useId } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import type { ColumnToggle } from '../columns-menu.tsx';

interface ColumnRowProps {
  column: ColumnToggle;
  onToggle: (shown: boolean) => void;
  /** Undefined for the first row. */
  onUp: (() => void) | undefined;
  /** Undefined for the last row. */
  onDown: (() => void) | undefined;
}

/** One column in the list, with its visibility checkbox and drag handle. */
export function ColumnRow({ column, onToggle, onUp, onDown }: ColumnRowProps) {
  const id = useId();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: column.id,
    attributes: { roleDescription: t('columns.handle') },
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(
        'group/column flex h-8 items-center rounded-small pr-1',
        isDragging ? 'relative z-1 bg-raised shadow-raised ring-1 ring-line' : 'focus-within:bg-hover hover:bg-pressed',
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('columns.move', { column: column.label })}
        className="grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-small text-ink-3 active:cursor-grabbing"
      >
        <GripVertical aria-hidden className="size-3.5!" />
      </button>
      <Checkbox id={id} checked={column.shown} onCheckedChange={onToggle} className="ml-1" />
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer truncate py-1.5 pl-2.5">
        {column.label}
      </label>
      <StepButton label={t('columns.up', { column: column.label })} icon={ChevronUp} onClick={onUp} />
      <StepButton label={t('columns.down', { column: column.label })} icon={ChevronDown} onClick={onDown} />
    </li>
  );
}

interface StepButtonProps {
  label: string;
  icon: typeof ChevronUp;
  onClick: (() => void) | undefined;
}

/** Moves the column by one position, for pointer users who cannot drag. Keyboard users use the handle. */
function StepButton({ label, icon: Icon, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={onClick === undefined}
      onClick={onClick}
      className="grid size-6 shrink-0 place-items-center rounded-small text-ink-3 opacity-0 hover:text-ink disabled:invisible group-hover/column:opacity-100 pointer-coarse:opacity-100"
    >
      <Icon aria-hidden className="size-3.5!" />
    </button>
  );
}

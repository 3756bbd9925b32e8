import { Check, Minus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { pageMark, type RowSelection } from './row-selection.ts';

interface SelectionBoxProps {
  label: string;
  /** `some`: part of the rows that it represents. */
  ticked: boolean | 'some';
  onTick: (ticked: boolean, range: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/**
 * The checkbox of a row or of a page of rows. It looks like `Checkbox` but is a single element, since there may be
 * hundreds. A click anywhere in the column hits it.
 */
export function SelectionBox({ label, ticked, onTick, disabled, className }: SelectionBoxProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    event.currentTarget.focus();
    onTick(ticked !== true, event.shiftKey);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native box can be drawn neither in our colors nor with a target of its own.
    <button
      type="button"
      role="checkbox"
      aria-checked={ticked === 'some' ? 'mixed' : ticked}
      aria-label={label}
      disabled={disabled}
      onClick={handleClick}
      onMouseDown={keepTextUnmarked}
      className={classNames(
        'relative grid size-4 shrink-0 place-items-center rounded-small border align-middle',
        'after:absolute after:-inset-y-3 after:-right-2 after:-left-6',
        ticked === false ? 'border-field bg-page hover:border-ink-3' : 'border-accent bg-accent text-on-accent',
        className,
      )}
    >
      {ticked === true ? <Check aria-hidden className="size-3! stroke-3" /> : null}
      {ticked === 'some' ? <Minus aria-hidden className="size-3! stroke-3" /> : null}
    </button>
  );
}

/** Prevents a shift-click from selecting the text between this row and the last click. */
function keepTextUnmarked(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault();
}

interface SelectionPageBoxProps<Row> {
  selection: RowSelection<Row>;
  /** The visible page; undefined during the first load. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
}

/** The checkbox that selects or deselects the whole page. */
export function SelectionPageBox<Row>({ selection, rows = [], idOf }: SelectionPageBoxProps<Row>) {
  return (
    <SelectionBox
      label={t('table.selectPage')}
      ticked={pageMark(selection.selected, rows.map(idOf))}
      onTick={(ticked) => selection.mark(rows, ticked)}
      disabled={rows.length === 0}
    />
  );
}

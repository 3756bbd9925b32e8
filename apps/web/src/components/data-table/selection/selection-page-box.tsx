import { t } from '#lib/texts.ts';
import { pageMark, type RowSelection } from './row-selection.ts';
import { SelectionBox } from './selection-box.tsx';

interface SelectionPageBoxProps<Data> {
  selection: RowSelection<Data>;
  /** The page on screen; undefined while it is being read for the first time. */
  rows: readonly { id: string; original: Data }[] | undefined;
}

/** The box that ticks the whole page, or takes its ticks away. */
export function SelectionPageBox<Data>({ selection, rows = [] }: SelectionPageBoxProps<Data>) {
  const ids = rows.map((row) => row.id);
  return (
    <SelectionBox
      label={t('table.selectPage')}
      ticked={pageMark(selection.selected, ids)}
      onTick={(ticked) =>
        selection.mark(
          rows.map((row) => row.original),
          ticked,
        )
      }
      disabled={rows.length === 0}
    />
  );
}

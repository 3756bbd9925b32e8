import { t } from '#lib/texts.ts';
import { pageMark, type RowSelection } from './row-selection.ts';
import { SelectionBox } from './selection-box.tsx';

interface SelectionPageBoxProps<Data> {
  selection: RowSelection<Data>;
  /** The visible page; undefined during the first load. */
  rows: readonly { id: string; original: Data }[] | undefined;
}

/** The checkbox that selects or deselects the whole page. */
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

import { ArrowDownUp } from 'lucide-react';
import { Field } from '#components/ui/field.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Select } from '#components/ui/select.tsx';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { t } from '#lib/texts.ts';
import { PageSizeSelect } from './table-footer.tsx';
import type { TableSort } from './table-state.ts';

interface ViewMenuProps {
  /** Sortable columns. */
  columns: readonly { id: string; header: string }[];
  sort: TableSort;
  onSort: (sort: TableSort) => void;
  limit: number;
  onLimit: (limit: number) => void;
}

/** Sorting and rows per page, for screens without room for headers and a full footer. */
export function ViewMenu({ columns, sort, onSort, limit, onLimit }: ViewMenuProps) {
  return (
    <Popover
      label={t('table.view')}
      align="end"
      className="w-64"
      trigger={<ToolbarButton icon={ArrowDownUp} label={t('table.view')} shortLabel={t('table.viewShort')} />}
    >
      <div className="grid gap-4 p-3">
        <Field label={t('table.sortBy')}>
          {(control) => (
            <Select
              {...control}
              value={sort.id}
              onValueChange={(id) => onSort({ ...sort, id })}
              options={columns.map(({ id, header }) => ({ value: id, label: header }))}
            />
          )}
        </Field>
        <Field label={t('table.sortDirection')}>
          {(control) => (
            <Select
              {...control}
              value={sort.descending ? 'descending' : 'ascending'}
              onValueChange={(direction) => onSort({ ...sort, descending: direction === 'descending' })}
              options={[
                { value: 'ascending', label: t('table.ascending') },
                { value: 'descending', label: t('table.descending') },
              ]}
            />
          )}
        </Field>
        <Field label={t('table.rowsPerPage')}>
          {(control) => <PageSizeSelect {...control} limit={limit} onLimit={onLimit} />}
        </Field>
      </div>
    </Popover>
  );
}

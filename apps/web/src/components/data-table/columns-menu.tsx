import { Columns3 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { t } from '#lib/texts.ts';

export interface ColumnToggle {
  id: string;
  label: string;
  shown: boolean;
}

interface ColumnsMenuProps {
  /** All but the first column, which always shows and stays where it is. */
  columns: readonly ColumnToggle[];
  onToggle: (id: string, shown: boolean) => void;
  /** Told all ids in their new order. */
  onArrange: (ids: readonly string[]) => void;
  /** Undefined while the usual columns show. */
  onReset: (() => void) | undefined;
}

const load = () => import('./columns/sortable-columns.tsx');
// Drag and drop is dear: the list does not wait for it.
const SortableColumns = lazy(async () => ({ default: (await load()).SortableColumns }));

/** Which columns show, and in which order. */
export function ColumnsMenu({ columns, onToggle, onArrange, onReset }: ColumnsMenuProps) {
  const [open, setOpen] = useState(false);
  const dragging = useRef(false);
  return (
    <Popover
      label={t('table.columns')}
      className="w-72"
      open={open}
      // Escape takes a column back that is on its way, and does not close the menu besides.
      onOpenChange={(next) => setOpen(next || dragging.current)}
      trigger={
        <Button onPointerEnter={load} onFocus={load}>
          <Columns3 aria-hidden />
          {t('table.columns')}
        </Button>
      }
    >
      <Suspense
        fallback={columns.map(({ id }) => (
          <div key={id} className="flex h-8 items-center px-2">
            <Skeleton className="h-3 w-40" />
          </div>
        ))}
      >
        <SortableColumns
          columns={columns}
          onToggle={onToggle}
          onArrange={onArrange}
          onDragging={(now) => {
            dragging.current = now;
          }}
        />
      </Suspense>
      <div className="sticky -bottom-1 border-line border-t bg-raised pt-1">
        <Button
          size="small"
          variant="ghost"
          onClick={onReset}
          disabled={onReset === undefined}
          className="w-full justify-items-start"
        >
          {t('table.columnsReset')}
        </Button>
      </div>
    </Popover>
  );
}

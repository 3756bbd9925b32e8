import { Columns3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#components/ui/button.tsx';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { t } from '#lib/texts.ts';
import type { ColumnToggle } from '../columns.ts';

interface ColumnsMenuProps {
  /** All but the first column, which is always visible and cannot be moved. */
  columns: readonly ColumnToggle[];
  onToggle: (id: string, shown: boolean) => void;
  /** Called with all ids in their new order. */
  onArrange: (ids: readonly string[]) => void;
  /** Undefined while the columns have their default layout. */
  onReset: (() => void) | undefined;
}

// Drag and drop is expensive to load, so the list does not wait for it.
const sortableColumns = lazyModule(() => import('./sortable-columns.tsx'));

/** Menu for the visibility and order of columns. */
export function ColumnsMenu({ columns, onToggle, onArrange, onReset }: ColumnsMenuProps) {
  const [open, setOpen] = useState(false);
  const dragging = useRef(false);
  const list = useRef<HTMLDivElement>(null);

  /** The button disappears after use, so the focus moves to the first column. */
  function handleReset() {
    flushSync(() => onReset?.());
    list.current?.querySelector<HTMLElement>('li button')?.focus();
  }

  return (
    <Popover
      label={t('table.columns')}
      className="w-72"
      open={open}
      // Escape cancels a drag without also closing the menu.
      onOpenChange={(next) => setOpen(next || dragging.current)}
      trigger={
        <Button onPointerEnter={sortableColumns.prefetch} onFocus={sortableColumns.prefetch}>
          <Columns3 aria-hidden />
          {t('table.columns')}
        </Button>
      }
    >
      <div ref={list}>
        <LazyPart
          of={sortableColumns}
          waiting={columns.map(({ id }) => (
            <div key={id} className="flex h-8 items-center px-2">
              <Skeleton className="h-3 w-40" />
            </div>
          ))}
        >
          {({ SortableColumns }) => (
            <SortableColumns
              columns={columns}
              onToggle={onToggle}
              onArrange={onArrange}
              onDragging={(now) => {
                dragging.current = now;
              }}
            />
          )}
        </LazyPart>
      </div>
      <div className="sticky -bottom-1 border-line border-t bg-raised pt-1">
        <Button
          size="small"
          variant="ghost"
          onClick={handleReset}
          disabled={onReset === undefined}
          className="w-full justify-items-start"
        >
          {t('table.columnsReset')}
        </Button>
      </div>
    </Popover>
  );
}

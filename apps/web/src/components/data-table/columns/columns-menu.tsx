import { Columns3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#components/ui/button.tsx';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { t } from '#lib/texts.ts';
import type { SortableColumnsProps } from './sortable-columns.tsx';

interface ColumnsMenuProps extends Omit<SortableColumnsProps, 'onDragging'> {
  /** Undefined while the columns have their default layout. */
  onReset: (() => void) | undefined;
}

// Drag and drop is expensive to load, so the list does not wait for it.
const sortableColumns = lazyModule(() => import('./sortable-columns.tsx'));

/** Menu for the visibility and order of columns. */
export function ColumnsMenu({ onReset, ...list }: ColumnsMenuProps) {
  const [open, setOpen] = useState(false);
  const dragging = useRef(false);
  const body = useRef<HTMLDivElement>(null);

  /** The button disappears after use, so the focus moves to the first column. */
  function handleReset() {
    flushSync(() => onReset?.());
    body.current?.querySelector<HTMLElement>('li button')?.focus();
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
      <div ref={body}>
        <LazyPart
          of={sortableColumns}
          waiting={list.columns.map(({ id }) => (
            <div key={id} className="flex h-8 items-center px-2">
              <Skeleton className="h-3 w-40" />
            </div>
          ))}
        >
          {({ SortableColumns }) => (
            <SortableColumns
              {...list}
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

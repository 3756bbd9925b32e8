import { type MouseEvent, useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/texts.ts';

interface SelectionSummaryProps {
  count: number;
  onClear: () => void;
}

/** '3 selected · Clear', announced when it changes. */
export function SelectionSummary({ count, onClear }: SelectionSummaryProps) {
  const list = useRef<Element | null>(null);

  useEffect(() => {
    // The button disappears with the selection, so the focus moves to the header checkbox.
    if (count === 0) list.current?.querySelector<HTMLElement>('[role=checkbox]:enabled')?.focus();
    list.current = null;
  }, [count]);

  function handleClear(event: MouseEvent) {
    list.current = event.currentTarget.closest('section');
    onClear();
  }

  return (
    <div className="flex items-center gap-1">
      <span role="status" className="text-ink text-small tabular-nums">
        {count === 0 ? null : t('table.selected', { count })}
      </span>
      {count === 0 ? null : (
        <Button size="small" variant="ghost" onClick={handleClear} className="-my-1.5 text-small">
          {t('table.clearSelection')}
        </Button>
      )}
    </div>
  );
}

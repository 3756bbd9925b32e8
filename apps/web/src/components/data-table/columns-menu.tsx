import { Columns3 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { t } from '#lib/texts.ts';

interface ColumnToggle {
  id: string;
  label: string;
  shown: boolean;
}

interface ColumnsMenuProps {
  columns: readonly ColumnToggle[];
  onToggle: (id: string, shown: boolean) => void;
  /** Undefined while the usual columns show. */
  onReset: (() => void) | undefined;
}

/** Which columns show. */
export function ColumnsMenu({ columns, onToggle, onReset }: ColumnsMenuProps) {
  const id = useId();
  return (
    <Popover
      label={t('table.columns')}
      className="w-60"
      trigger={
        <Button>
          <Columns3 aria-hidden />
          {t('table.columns')}
        </Button>
      }
    >
      <div className="grid">
        {columns.map((column) => (
          <label
            key={column.id}
            htmlFor={`${id}-${column.id}`}
            className="flex h-8 cursor-pointer items-center gap-2.5 rounded-small px-2 hover:bg-pressed"
          >
            <Checkbox
              id={`${id}-${column.id}`}
              checked={column.shown}
              onCheckedChange={(shown) => onToggle(column.id, shown)}
            />
            {column.label}
          </label>
        ))}
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
      </div>
    </Popover>
  );
}

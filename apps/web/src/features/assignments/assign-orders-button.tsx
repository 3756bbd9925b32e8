import { UserPlus } from 'lucide-react';
import { useNarrow } from '#components/data-table/use-narrow.ts';
import { Button } from '#components/ui/button.tsx';
import { formatNumber } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

interface AssignOrdersButtonProps {
  /** How many orders are selected. None will do: the dialog says what is missing. */
  count: number;
  onClick: () => void;
}

/** 'Assign Orders (2)'; the number alone beside the icon where there is no room. */
export function AssignOrdersButton({ count, onClick }: AssignOrdersButtonProps) {
  const narrow = useNarrow();
  const label = t('assign.button', { count });
  return (
    <Button variant="primary" onClick={onClick} className="tabular-nums max-sheet:px-2">
      <UserPlus aria-hidden />
      {narrow ? <span aria-hidden>{formatNumber(count)}</span> : null}
      <span className={narrow ? 'sr-only' : undefined}>{label}</span>
    </Button>
  );
}

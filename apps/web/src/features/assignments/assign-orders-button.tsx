import { UserPlus } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { dropDraft } from '#lib/drafts.ts';
import { formatNumber } from '#lib/format.ts';
import { readUser } from '#lib/session.ts';
import { t } from '#lib/texts.ts';
import { useNarrow } from '#lib/use-media.ts';
import { assignDraftName } from './assignments-api.ts';

interface AssignOrdersButtonProps {
  /** How many orders are selected. None will do: the dialog says what is missing. */
  count: number;
  onClick: () => void;
}

/** 'Assign Orders (2)'; the number alone beside the icon where there is no room. */
export function AssignOrdersButton({ count, onClick }: AssignOrdersButtonProps) {
  const narrow = useNarrow();
  const label = t('assign.button', { count });

  function open() {
    // Begun afresh: what was left behind when the page was loaded anew was about other orders.
    dropDraft(readUser()?.id, assignDraftName);
    onClick();
  }

  return (
    // As wide as four digits need: nothing beside it moves as orders are selected.
    <Button variant="primary" onClick={open} className="min-w-20 tabular-nums max-sheet:px-2 sheet:min-w-48">
      <UserPlus aria-hidden />
      {narrow ? <span aria-hidden>{formatNumber(count)}</span> : null}
      <span className={narrow ? 'sr-only' : undefined}>{label}</span>
    </Button>
  );
}

import { UserPlus } from 'lucide-react';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { classNames } from '#lib/class-names.ts';
import { dropDraft } from '#lib/drafts.ts';
import { readUser } from '#lib/session.ts';
import { t } from '#lib/texts.ts';
import { assignDraftName } from './assignments-api.ts';

interface AssignOrdersButtonProps {
  /** How many orders are selected. None will do: the dialog says what is missing. */
  count: number;
  onClick: () => void;
}

/** 'Assign Orders (2)'. It stands back while no order is selected; the dialog can be opened all the same. */
export function AssignOrdersButton({ count, onClick }: AssignOrdersButtonProps) {
  function open() {
    // Begun afresh: what was left behind when the page was loaded anew was about other orders.
    dropDraft(readUser()?.id, assignDraftName);
    onClick();
  }

  return (
    <ToolbarButton
      icon={UserPlus}
      label={t('assign.button', { count })}
      shortLabel={t('assign.buttonShort')}
      count={count}
      variant={count === 0 ? 'secondary' : 'primary'}
      onClick={open}
      // As wide as four digits need: nothing beside it moves as orders are selected.
      className={classNames('min-w-48 tabular-nums', count === 0 && 'text-ink-2!')}
    />
  );
}

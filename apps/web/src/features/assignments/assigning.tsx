import { UserPlus } from 'lucide-react';
import { useEffect } from 'react';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyDialog } from '#components/ui/lazy-part.tsx';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { classNames } from '#lib/class-names.ts';
import { dropDraft } from '#lib/drafts.ts';
import { readUser } from '#lib/session.ts';
import { t } from '#lib/texts.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';
import { whenIdle } from '#lib/when-idle.ts';
import type { AssignOrdersDialog } from './assign-orders-dialog.tsx';
import { assignDraftName } from './assignments-api.ts';

interface AssignOrdersButtonProps {
  /** Number of selected orders. May be 0: the dialog then reports what is missing. */
  count: number;
  onClick: () => void;
}

/** The 'Assign Orders (2)' button. It looks inactive while no order is selected but still opens the dialog. */
export function AssignOrdersButton({ count, onClick }: AssignOrdersButtonProps) {
  function open() {
    // Discard the old draft: after a page reload it is about other orders.
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
      // Wide enough for four digits, so that selecting orders does not shift the layout.
      className={classNames('min-w-48 tabular-nums', count === 0 && 'text-ink-2!')}
    />
  );
}

// Loaded separately, so that the list does not wait for it.
const dialog = lazyModule(() => import('./assign-orders-dialog.tsx'));

type AssignHostProps = Omit<Parameters<typeof AssignOrdersDialog>[0], 'open' | 'onClose'>;

/** The dialog that assigns orders, opened by the URL. Separate from the list, which then does not render again. */
export function AssignHost(props: AssignHostProps) {
  const { id, close } = useUrlDialog('/orders', 'assign');
  const isOpen = id !== undefined;
  useEffect(() => whenIdle(dialog.prefetch), []);
  return (
    <LazyDialog of={dialog} open={isOpen} onClose={close}>
      {({ AssignOrdersDialog }) => <AssignOrdersDialog {...props} open={isOpen} onClose={close} />}
    </LazyDialog>
  );
}

import { Link } from '@tanstack/react-router';
import { CopyLinkButton } from '#components/ui/copy-link-button.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { Fact } from '#components/ui/fact.tsx';
import { formatDateTime } from '#lib/format.ts';
import { personName } from '#lib/initials.ts';
import { formatEnd } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import type { DialogState } from '#lib/use-opening.ts';
import { UserStatus, userState } from './user-status.tsx';
import { groupNames, type ListedUser } from './users-api.ts';
import { customerOf } from './users-list.tsx';

interface UserDetailsDialogProps extends DialogState {
  user: ListedUser;
}

const wideWhenNarrow = 'max-sheet:col-span-2';

/** Read-only dialog with everything about a user. */
export function UserDetailsDialog({ user, open, onClose }: UserDetailsDialogProps) {
  const customer = customerOf(user);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('user.title')}
      subtitle={
        <p className="text-ink-3 [overflow-wrap:anywhere]">
          <span className="text-ink">{personName(user)}</span>
          {customer === undefined ? null : t('facts.separator') + customer}
        </p>
      }
      actions={<CopyLinkButton path={`/users?user=${user.id}`} />}
    >
      <DialogBody className="border-line border-t pt-5!">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
          <Fact label={t('label.email')} className={wideWhenNarrow}>
            {user.email}
          </Fact>
          {user.pendingEmail === undefined ? null : (
            <Fact label={t('user.pendingEmail')} className={wideWhenNarrow}>
              {t('user.pendingEmailValue', { email: user.pendingEmail })}
            </Fact>
          )}
          <Fact label={t('label.status')} className={wideWhenNarrow}>
            <UserStatus state={userState(user.status)} />
          </Fact>
          <Fact label={t('label.fullName')} className={wideWhenNarrow}>
            {user.fullName}
          </Fact>
          <Fact label={t('label.groups')} className={wideWhenNarrow}>
            {groupNames(user)}
          </Fact>
          <Fact label={t('user.customer')}>
            {user.customerNetsuiteId === undefined ? undefined : (
              <Link
                to="/customers"
                search={{ customer: user.customerNetsuiteId }}
                className="rounded-small underline decoration-field underline-offset-3 hover:decoration-ink"
              >
                {user.customerNetsuiteId}
              </Link>
            )}
          </Fact>
          <Fact label={t('user.parentCustomer')}>{user.parent?.customerName ?? t('user.noParentCustomer')}</Fact>
          <Fact label={t('label.createdAt')}>{formatDateTime(user.createdAt)}</Fact>
          <Fact label={t('label.updatedAt')}>{formatDateTime(user.updatedAt)}</Fact>
          <Fact label={t('label.expiresAt')} className="col-span-2">
            {user.expiresAt === null ? undefined : formatEnd(user.expiresAt)}
          </Fact>
          <Fact label={t('user.id')} className="col-span-2 tabular-nums">
            {user.id}
          </Fact>
          {user.parentId === undefined ? null : (
            <Fact label={t('user.parentId')} className="col-span-2 tabular-nums">
              {user.parentId}
            </Fact>
          )}
        </dl>
      </DialogBody>
    </Dialog>
  );
}

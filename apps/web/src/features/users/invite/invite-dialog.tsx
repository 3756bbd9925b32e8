import { FormDialog } from '#components/ui/form-dialog.tsx';
import { api } from '#lib/api.ts';
import { t } from '#lib/texts.ts';
import { newOnOpen } from '#lib/use-opening.ts';
import { useNewPerson } from './use-new-person.tsx';

const texts = { done: 'invite.done', failed: 'invite.failed' } as const;

/** Dialog that invites a person to a group. The input survives session expiry. */
export const InviteDialog = newOnOpen(({ open, onClose }) => {
  const { dialog, complete, dirty, fields } = useNewPerson({
    form: 'invite',
    open,
    onClose,
    texts,
    send: (body) => api('POST /customer-invitations/invite-user', { body }),
  });
  return (
    <FormDialog
      {...dialog}
      title={t('users.invite')}
      submit={t('invite.submit')}
      submitting={t('action.sending')}
      complete={complete}
      dirty={dirty}
      param="invite"
    >
      {fields}
    </FormDialog>
  );
});

import { FormDialog } from '#components/ui/form-dialog.tsx';
import { t } from '#lib/texts.ts';
import { useOpening } from '#lib/use-opening.ts';
import { inviteUser } from './invite-api.ts';
import { useNewPerson } from './use-new-person.tsx';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
}

const texts = { done: 'invite.done', failed: 'invite.failed' } as const;

/** Dialog that invites a person to a group. The input survives session expiry. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const opening = useOpening(open);
  return opening === 0 ? null : <OpenInviteDialog key={opening} open={open} onClose={onClose} />;
}

function OpenInviteDialog({ open, onClose }: InviteDialogProps) {
  const { dialog, complete, dirty, fields } = useNewPerson({ form: 'invite', open, onClose, texts, send: inviteUser });
  return (
    <FormDialog
      {...dialog}
      title={t('invite.title')}
      submit={t('invite.submit')}
      submitting={t('invite.submitting')}
      complete={complete}
      dirty={dirty}
      param="invite"
    >
      {fields}
    </FormDialog>
  );
}

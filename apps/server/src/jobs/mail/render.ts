import { render } from '@react-email/render';
import { accountEndedMail } from './account-ended.ts';
import { confirmEmailMail } from './confirm-email.ts';
import { emailChangeNoticeMail } from './email-change-notice.ts';
import { invitationMail } from './invitation.ts';
import type { MailContent } from './layout.ts';
import { oneTimeCodeMail } from './one-time-code.ts';
import { ordersAssignedMail } from './orders-assigned.ts';
import { passwordChangedMail } from './password-changed.ts';
import { passwordResetMail } from './password-reset.ts';
import type { PortalMail } from './portal-mail.ts';

/** Subject, HTML and plain text of a mail. */
export async function renderMail(mail: PortalMail): Promise<{ subject: string; html: string; text: string }> {
  const { subject, body } = compose(mail);
  const [html, text] = await Promise.all([render(body), render(body, { plainText: true })]);
  return { subject, html, text };
}

function compose(mail: PortalMail): MailContent {
  switch (mail.kind) {
    case 'one-time-code':
      return oneTimeCodeMail(mail);
    case 'password-reset':
      return passwordResetMail(mail);
    case 'orders-assigned':
      return ordersAssignedMail(mail);
    case 'password-changed':
      return passwordChangedMail(mail);
    case 'account-ended':
      return accountEndedMail(mail);
    case 'confirm-email':
      return confirmEmailMail(mail);
    case 'email-change-notice':
      return emailChangeNoticeMail(mail);
    case 'invitation':
      return invitationMail(mail);
  }
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NewPasswordForm } from '#components/signed-out/new-password-form.tsx';
import { SignOutFirst, useLinkParams } from '#components/signed-out/sign-out-first.tsx';
import { BackToLogin, LinkProblem, SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { Field } from '#components/ui/field.tsx';
import { EmailInput } from '#components/ui/input.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type ApiAnswer, api } from '#lib/api.ts';
import { storePendingSignIn } from '#lib/pending-sign-in.ts';
import { readUser, useSignedIn } from '#lib/session.ts';
import { t } from '#lib/signed-out-texts.ts';
import { toastError, toastFailure, toastSuccess } from '#lib/toast.ts';

/** Target of an invitation link. Does nothing until the button is pressed. */
export function RegistrationPage() {
  const { token, email } = useLinkParams();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const complete = token !== undefined && email !== undefined;
  // A user who is signed in with the invited email has already accepted the invitation.
  const isOwn = complete && signedIn && readUser()?.email.toLowerCase() === email.toLowerCase();

  useEffect(() => {
    if (isOwn) void navigate({ to: '/overview', replace: true });
  }, [isOwn, navigate]);

  useEffect(() => {
    if (complete) return;
    toastError(t('register.invalid'), { id: 'registration-link' });
    void navigate({ to: '/login', replace: true });
  }, [complete, navigate]);

  return (
    <SignedOutFrame name={t('register.title')}>
      {!complete || isOwn ? null : signedIn ? (
        <SignOutFirst purpose={t('register.signOutFirst', { email })} />
      ) : (
        <Invited token={token} email={email} />
      )}
    </SignedOutFrame>
  );
}

/**
 * Form for a valid link. If the link cannot be checked, the form shows anyway and submitting it reports an invalid
 * link.
 */
function Invited({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const { data, isPending } = useQuery(invitationLinkQuery(token));
  const isAccepted = data?.accepted === true;

  useEffect(() => {
    if (!isAccepted) return;
    storePendingSignIn({ email, notice: 'login.alreadyRegistered' });
    void navigate({ to: '/login', replace: true });
  }, [isAccepted, email, navigate]);

  if (isPending || isAccepted) return <FormSkeleton />;
  if (data !== undefined && !data.valid) {
    return (
      <LinkProblem title={t('register.invalid')} hint={t('register.overHint')}>
        <BackToLogin primary />
      </LinkProblem>
    );
  }
  return (
    <>
      <p className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">{greeting(data)}</p>
      <RegistrationForm token={token} email={email} />
    </>
  );
}

function greeting(link: InvitationLink | undefined): string {
  return link?.fullName === undefined ? t('register.hint') : t('register.welcome', { name: link.fullName });
}

/** Placeholder as high as the form. */
function FormSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{t('register.checking')}</span>
      <Skeleton className="mt-1.5 h-4 w-60" />
      <div className="mt-5 grid gap-4">
        <Skeleton className="h-15.5" />
        <Skeleton className="h-21" />
        <Skeleton className="h-15.5" />
        <Skeleton className="h-10" />
        <div className="-mt-2 h-10" />
      </div>
    </div>
  );
}

/** Form with the invited email and a new password. */
function RegistrationForm({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();

  async function handleSubmit(password: string) {
    await api('POST /auth/complete-invitation', { body: { token, email, password } });
    storePendingSignIn({ email });
    toastSuccess(t('register.done'));
    await navigate({ to: '/login' });
  }

  return (
    <NewPasswordForm
      email={email}
      label="label.password"
      submit="register.title"
      submitting="register.submitting"
      onSubmit={handleSubmit}
      onRefused={(error) => toastFailure(error, t('register.failed'))}
    >
      <Field label={t('label.email')}>
        {(control) => <EmailInput {...control} autoComplete="username" value={email} readOnly className="h-10" />}
      </Field>
    </NewPasswordForm>
  );
}

type InvitationLink = ApiAnswer<'GET /customer-invitations/validate/{token}'>;

/** Current state of an invitation link. */
function invitationLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation-link', token],
    queryFn: () => api('GET /customer-invitations/validate/{token}', { params: { token } }),
  });
}

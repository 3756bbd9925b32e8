import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '#components/shell/logo.tsx';
import { Button } from '#components/ui/button.tsx';
import { OfflineBanner } from '#components/ui/offline-banner.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { t } from '#lib/signed-out-texts.ts';

interface SignedOutFrameProps {
  /** The page's name in the window title. */
  name: string;
  /** The name is also the heading; otherwise the content has its own. */
  heading?: boolean;
  children: ReactNode;
}

/** Frame of the signed-out screens: one centered card. */
export function SignedOutFrame({ name, heading = true, children }: SignedOutFrameProps) {
  useDocumentTitle(t('app.documentTitle', { page: name }));

  return (
    <div className="flex min-h-dvh flex-col bg-sidebar">
      <OfflineBanner />
      <main tabIndex={-1} className="grid flex-1 place-items-center p-4 outline-none">
        <div className="w-full max-w-95 rounded-dialog border border-line bg-page p-6 shadow-panel sheet:p-8">
          <Logo large />
          {heading ? <h1 className="mt-5 font-semibold text-title">{name}</h1> : null}
          {children}
        </div>
      </main>
    </div>
  );
}

/** Link back to sign-in below the form, or the primary button if there is nothing else to do. */
export function BackToLogin({ primary }: { primary?: boolean }) {
  return <BackButton to="/login" label={t('newPassword.backToLogin')} primary={primary} />;
}

/** The same for a signed-in user, who returns to the app. */
export function BackToOverview({ primary }: { primary?: boolean }) {
  return <BackButton to="/overview" label={t('signOutFirst.stay')} primary={primary} />;
}

interface BackButtonProps {
  to: '/login' | '/overview';
  label: string;
  primary: boolean | undefined;
}

function BackButton({ to, label, primary = false }: BackButtonProps) {
  const navigate = useNavigate();
  return (
    <Button
      variant={primary ? 'primary' : 'ghost'}
      size="large"
      onClick={() => void navigate({ to })}
      className={primary ? undefined : '-mt-2'}
    >
      {label}
    </Button>
  );
}

interface LinkProblemProps {
  title: string;
  hint: string;
  /** What to do next. */
  children: ReactNode;
}

/** Why an emailed link does not work. */
export function LinkProblem({ title, hint, children }: LinkProblemProps) {
  return (
    <>
      <p role="alert" className="mt-4 font-medium text-danger">
        {title}
      </p>
      <p className="mt-1 text-ink-3">{hint}</p>
      <div className="mt-5 grid gap-4">{children}</div>
    </>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '#components/shell/logo.tsx';
import { Button } from '#components/ui/button.tsx';
import { OfflineBanner } from '#components/ui/offline-banner.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { t } from '#lib/messages.ts';

interface SignedOutFrameProps {
  /** The page's name in the window title. */
  name: string;
  children: ReactNode;
}

/** Frame of the signed-out screens: one centered card. */
export function SignedOutFrame({ name, children }: SignedOutFrameProps) {
  useDocumentTitle(t('app.documentTitle', { page: name }));

  return (
    <div className="flex min-h-dvh flex-col bg-sidebar">
      <OfflineBanner />
      <main tabIndex={-1} className="grid flex-1 place-items-center p-4 outline-none">
        <div className="w-full max-w-95 rounded-dialog border border-line bg-page p-6 shadow-panel sheet:p-8">
          <Logo large />
          {children}
        </div>
      </main>
    </div>
  );
}

/** Link back to sign-in below the form, or the primary button if there is nothing else to do. */
export function BackToLogin({ primary = false }: { primary?: boolean }) {
  const navigate = useNavigate();
  return (
    <Button
      variant={primary ? 'primary' : 'ghost'}
      size="large"
      onClick={() => void navigate({ to: '/login' })}
      className={primary ? undefined : '-mt-2'}
    >
      {t('newPassword.backToLogin')}
    </Button>
  );
}

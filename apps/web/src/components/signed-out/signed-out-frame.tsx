import type { ReactNode } from 'react';
import { Logo } from '#components/shell/logo.tsx';
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

import { type ReactNode, useEffect } from 'react';
import { Logo } from '#components/shell/logo.tsx';
import { t } from '#lib/messages.ts';

interface SignedOutFrameProps {
  /** The page's name in the window's title. */
  name: string;
  children: ReactNode;
}

/** The screens outside the shell: one card in the middle of the window. */
export function SignedOutFrame({ name, children }: SignedOutFrameProps) {
  useEffect(() => {
    document.title = t('app.documentTitle', { page: name });
  }, [name]);

  return (
    <main className="grid min-h-dvh place-items-center bg-sidebar p-4">
      <div className="w-full max-w-95 rounded-dialog border border-line bg-page p-6 shadow-panel sheet:p-8">
        <Logo large />
        {children}
      </div>
    </main>
  );
}

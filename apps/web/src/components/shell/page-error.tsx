import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '#components/ui/error-state.tsx';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/signed-out-texts.ts';

/** Shown inside the shell in place of a page that failed to open. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();

  async function retry() {
    // An error in the page itself, not in a request: a reload starts fresh. Without a network a reload would fail.
    if (!(error instanceof ApiError) && navigator.onLine) return window.location.reload();
    reset();
    await router.invalidate();
  }

  return (
    <div className="grid flex-1 place-items-center">
      <ErrorState title={t('errors.page')} hint={messageOf(error, t('errors.pageHint'))} onRetry={retry} />
    </div>
  );
}

/** Shown when the shell itself failed to open. */
export function ShellError(props: ErrorComponentProps) {
  return (
    <main className="flex min-h-dvh flex-col">
      <PageError {...props} />
    </main>
  );
}

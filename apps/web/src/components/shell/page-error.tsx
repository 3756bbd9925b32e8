import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '#components/ui/error-state.tsx';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/messages.ts';

/** Stands in for a page that failed to open, in its place within the shell. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();

  async function retry() {
    // Not the API's refusal but a fault of the page itself: a fresh one begins anew. Without a network there is none.
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

/** Stands in for everything, when the shell itself failed to open. */
export function ShellError(props: ErrorComponentProps) {
  return (
    <main className="flex min-h-dvh flex-col">
      <PageError {...props} />
    </main>
  );
}

import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '#lib/signed-out-texts.ts';

/** Visible while the browser is offline. */
export function OfflineBanner() {
  const offline = useSyncExternalStore(subscribe, () => !navigator.onLine);
  return (
    // Always rendered: a live region that appears together with its text is not announced.
    <div role="status">
      {offline ? (
        <p className="flex items-center justify-center gap-2 border-line border-b bg-pressed px-4 py-1.5 text-ink text-small">
          <WifiOff aria-hidden className="shrink-0 text-status-amber" />
          {t('app.offline')}
        </p>
      ) : null}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

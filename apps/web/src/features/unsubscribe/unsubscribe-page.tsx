import { useState } from 'react';
import { useLinkParams } from '#components/signed-out/sign-out-first.tsx';
import { SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { t } from '#lib/signed-out-texts.ts';
import { toastFailure } from '#lib/toast.ts';

/** Target of the link in mails about followed orders. Does nothing until the button is pressed. */
export function UnsubscribePage() {
  const { token } = useLinkParams();
  const [state, setState] = useState<'asking' | 'done' | 'refused'>(token === undefined ? 'refused' : 'asking');

  async function unsubscribe() {
    if (token === undefined) return;
    try {
      await api('POST /notifications/unsubscribe', { query: { token } });
      setState('done');
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setState('refused');
      else toastFailure(error, t('unsubscribe.failed'));
    }
  }

  return (
    <SignedOutFrame name={t('unsubscribe.title')}>
      {state === 'refused' ? (
        <p role="alert" className="mt-4 font-medium text-danger">
          {t('unsubscribe.invalid')}
        </p>
      ) : state === 'done' ? (
        <p role="status" className="mt-0.5 text-ink-3">
          {t('unsubscribe.done')}
        </p>
      ) : (
        <>
          <p className="mt-0.5 text-ink-3">{t('unsubscribe.hint')}</p>
          <div className="mt-5 grid">
            <Button variant="primary" size="large" onClick={unsubscribe} busyLabel={t('action.stopping')}>
              {t('unsubscribe.submit')}
            </Button>
          </div>
        </>
      )}
    </SignedOutFrame>
  );
}

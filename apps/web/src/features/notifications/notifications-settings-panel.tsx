import { type MailFrequency, mailFrequencies } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { UnfollowPresetButton } from './follow-buttons.tsx';
import { followsQuery, mailFrequencyQuery, useSaveMailFrequency } from './notifications-api.ts';

/** How often the user is mailed about followed orders, and what it follows. */
export function NotificationSettingsPanel() {
  const { data: mails, error, refetch } = useQuery(mailFrequencyQuery);
  const { data: follows } = useQuery(followsQuery);
  const save = useSaveMailFrequency();
  const id = useId();
  const presetsId = useId();
  return (
    <Panel title={t('app.notifications')} className="max-w-170">
      {mails === undefined && error !== null ? (
        <ErrorState title={t('notifications.settingsFailed')} hint={messageOf(error, '')} onRetry={refetch} />
      ) : (
        <div className="divide-y divide-line px-4">
          <div className="grid items-center gap-x-6 gap-y-2 py-3 sheet:grid-cols-[1fr_auto]">
            <div>
              <label htmlFor={id} className="text-ink">
                {t('notifications.mails')}
              </label>
              <p className="text-ink-3 text-small">{t('notifications.mailsHint')}</p>
            </div>
            {mails === undefined ? (
              <Skeleton className="h-8 w-44" />
            ) : (
              <Select
                id={id}
                value={mails}
                onValueChange={(value) => save(value as MailFrequency)}
                options={mailFrequencies.map((value) => ({ value, label: t(`notifications.mails.${value}`) }))}
                className="w-56 justify-self-start"
              />
            )}
          </div>
          <div className="py-3">
            <p className="text-ink">
              {follows === undefined ? (
                <Skeleton className="h-5 w-40" />
              ) : (
                t('follow.orders', { count: follows.orders.length })
              )}
            </p>
            <p className="text-ink-3 text-small">{t('follow.hint')}</p>
            {follows === undefined || follows.presets.length === 0 ? null : (
              <>
                <p id={presetsId} className="mt-3 text-ink">
                  {t('follow.presets')}
                </p>
                <ul aria-labelledby={presetsId} className="mt-1 grid gap-1">
                  {follows.presets.map((preset) => (
                    <li key={preset.id} className="flex items-center justify-between gap-2 rounded-small bg-hover px-3">
                      <span className="min-w-0 truncate">{preset.name}</span>
                      <UnfollowPresetButton {...preset} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
      )}
    </Panel>
  );
}

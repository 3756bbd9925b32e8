import type { Profile } from '@portal/contract/auth';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { StaleNotice } from '#components/ui/stale-notice.tsx';
import { NotificationSettingsPanel } from '#features/notifications/notifications-settings-panel.tsx';
import { messageOf } from '#lib/api-error.ts';
import { formatDate, formatValues } from '#lib/format.ts';
import { groupLabel } from '#lib/group-label.ts';
import { profileQuery } from '#lib/profile.ts';
import { deriveRole, isAdmin } from '#lib/role.ts';
import { type TextKey, t } from '#lib/texts.ts';
import { ChangePasswordPanel } from './change-password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** Profile of the current user. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <div className="grid content-start gap-3 p-4 shell:p-6">
      <Panel title={t('profile.account')} className="max-w-170">
        {data === undefined && error !== null ? (
          <ErrorState title={t('profile.failed')} hint={messageOf(error, t('errors.server'))} onRetry={refetch} />
        ) : (
          <>
            {/* The profile shown is the browser's stored copy. */}
            {error === null ? null : (
              <StaleNotice onRetry={refetch} className="gap-3 border-line border-b">
                <div>
                  <p className="font-medium">{t('profile.failed')}</p>
                  <p>{messageOf(error, t('errors.server'))}</p>
                </div>
              </StaleNotice>
            )}
            <Fields profile={data} />
          </>
        )}
      </Panel>
      <ChangePasswordPanel email={data?.email} />
      <NotificationSettingsPanel />
      <SessionsPanel />
    </div>
  );
}

function Fields({ profile }: { profile: Profile | undefined }) {
  return (
    <dl className="divide-y divide-line px-4">
      <Row label="label.email">{profile?.email}</Row>
      <Row label="profile.role">{profile && t(roleName(profile))}</Row>
      <Row label="profile.customerId">{profile && (profile.customerNetsuiteId ?? t('value.none'))}</Row>
      <Row label="profile.customerName">{profile && (profile.customerName ?? t('value.none'))}</Row>
      <Row label="profile.memberSince">{profile && formatDate(profile.createdAt)}</Row>
      <Row label="label.groups">
        {profile &&
          (profile.groups.length === 0 ? t('profile.noGroups') : formatValues(profile.groups.map(groupLabel)))}
      </Row>
    </dl>
  );
}

/** One field; a placeholder of the same height while loading. */
function Row({ label, children }: { label: TextKey; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-3 sheet:grid-cols-[10rem_1fr]">
      <dt className="text-ink-3">{t(label)}</dt>
      <dd className="min-w-0 text-ink [overflow-wrap:anywhere]">{children ?? <Skeleton className="h-5 w-40" />}</dd>
    </div>
  );
}

function roleName({ groups }: Profile): TextKey {
  return isAdmin(deriveRole(groups)) ? 'role.admin' : 'profile.user';
}

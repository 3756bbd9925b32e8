import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { SwitchRow } from '#components/ui/switch.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { ShortcutsSwitch } from '#features/palette/shortcuts-switch.tsx';
import { useRole } from '#lib/profile.ts';
import { isStaff } from '#lib/role.ts';
import type { SearchParams } from '#lib/search-params.ts';
import { t } from '#lib/texts.ts';
import { chooseTheme, useTheme } from '#lib/theme.ts';

// Loaded separately, since most people never open it.
const syncOperations = lazyModule(() => import('#features/sync/operations/sync-operations.tsx'));

/** Settings of this browser, and for staff the sync page. */
export function SettingsPage() {
  const { tab }: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  if (!isStaff(useRole())) return <Preferences />;
  return (
    <Tabs
      label={t('settings.tabs')}
      value={tab === 'sync' ? 'sync' : 'preferences'}
      onValueChange={(value) => navigate({ to: '.', search: value === 'sync' ? { tab: value } : {} })}
      fill
      tabs={[
        { value: 'preferences', label: t('settings.tab.preferences'), content: <Preferences /> },
        {
          value: 'sync',
          label: t('settings.tab.sync'),
          content: (
            <LazyPart of={syncOperations} waiting={null}>
              {({ SyncOperations }) => <SyncOperations />}
            </LazyPart>
          ),
        },
      ]}
    />
  );
}

/** Settings of this browser, and information about the portal. */
function Preferences() {
  const { choice, shown } = useTheme();
  return (
    <div className="grid gap-4 p-4 shell:p-6">
      <Panel title={t('settings.appearance')} className="max-w-170">
        <div className="px-4 py-4">
          <SwitchRow
            label={t('settings.darkMode')}
            hint={t(choice === 'system' ? 'settings.darkModeSystem' : 'settings.darkModeHint')}
            checked={shown === 'dark'}
            onCheckedChange={(dark) => chooseTheme(dark ? 'dark' : 'light')}
          />
        </div>
      </Panel>
      <Panel title={t('shortcuts.panel')} className="max-w-170">
        <div className="px-4 py-4">
          <ShortcutsSwitch />
        </div>
      </Panel>
      <Panel title={t('settings.about')} className="max-w-170">
        <dl className="divide-y divide-line px-4">
          <div className="flex justify-between gap-6 py-3">
            <dt className="text-ink-3">{t('settings.product')}</dt>
            <dd>{t('app.name')}</dd>
          </div>
          <div className="flex justify-between gap-6 py-3">
            <dt className="text-ink-3">{t('settings.version')}</dt>
            <dd className="tabular-nums">{t('settings.versionValue')}</dd>
          </div>
        </dl>
      </Panel>
    </div>
  );
}

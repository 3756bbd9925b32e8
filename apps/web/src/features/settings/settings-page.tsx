import { useId } from 'react';
import { Panel } from '#components/ui/panel.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { ShortcutsSwitch } from '#features/palette/shortcuts-switch.tsx';
import { t } from '#lib/texts.ts';
import { chooseTheme, useTheme } from '#lib/theme.ts';

/** Settings of this browser, and information about the portal. */
export function SettingsPage() {
  const id = useId();
  const { choice, shown } = useTheme();
  return (
    <div className="grid gap-4 p-4 shell:p-6">
      <Panel title={t('settings.appearance')} className="max-w-170">
        <div className="flex items-center justify-between gap-6 px-4 py-4">
          <div>
            <p id={`${id}-label`} className="font-medium text-ink">
              {t('settings.darkMode')}
            </p>
            <p id={`${id}-hint`} className="text-ink-3 text-small">
              {t(choice === 'system' ? 'settings.darkModeSystem' : 'settings.darkModeHint')}
            </p>
          </div>
          <Switch
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-hint`}
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

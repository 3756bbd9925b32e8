import { useId } from 'react';
import { Switch } from '#components/ui/switch.tsx';
import { paletteKey, turnShortcuts, useShortcutsOn } from '#lib/shortcuts.ts';
import { t } from '#lib/texts.ts';

/** Switch for single-key shortcuts, for users who trigger them by accident, for example through speech input. */
export function ShortcutsSwitch() {
  const id = useId();
  const on = useShortcutsOn();
  return (
    <div className="flex items-center justify-between gap-6">
      <div>
        <p id={`${id}-label`} className="font-medium text-ink">
          {t('shortcuts.title')}
        </p>
        <p id={`${id}-hint`} className="text-ink-3 text-small">
          {t('shortcuts.switchHint', { palette: paletteKey.label })}
        </p>
      </div>
      <Switch
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        checked={on}
        onCheckedChange={turnShortcuts}
      />
    </div>
  );
}

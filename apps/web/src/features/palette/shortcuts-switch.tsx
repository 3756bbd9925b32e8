import { SwitchRow } from '#components/ui/switch.tsx';
import { paletteKey, turnShortcuts, useShortcutsOn } from '#lib/shortcuts.ts';
import { t } from '#lib/texts.ts';

/** Switch for single-key shortcuts, for users who trigger them by accident, for example through speech input. */
export function ShortcutsSwitch() {
  return (
    <SwitchRow
      label={t('shortcuts.title')}
      hint={t('shortcuts.switchHint', { palette: paletteKey.label })}
      checked={useShortcutsOn()}
      onCheckedChange={turnShortcuts}
    />
  );
}

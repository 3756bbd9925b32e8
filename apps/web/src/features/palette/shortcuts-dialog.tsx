import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { classNames } from '#lib/class-names.ts';
import { useRole } from '#lib/profile.ts';
import { mayAssignOrders } from '#lib/role.ts';
import { paletteKey, useShortcutsOn } from '#lib/shortcuts.ts';
import { t } from '#lib/texts.ts';
import type { DialogState } from '#lib/use-opening.ts';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';

/** List of keyboard shortcuts, with a switch for the single-key ones. */
export function ShortcutsDialog({ open, onClose }: DialogState) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t('shortcuts.title')} width="narrow">
      <DialogBody>
        <ShortcutsList />
        <div className="mt-4 border-line border-t pt-4">
          <ShortcutsSwitch />
        </div>
      </DialogBody>
    </Dialog>
  );
}

function ShortcutsList() {
  const role = useRole();
  const on = useShortcutsOn();
  const shortcuts = [
    { keys: paletteKey.label, text: t('shortcuts.palette') },
    { keys: '/', text: t('shortcuts.search'), off: !on },
    { keys: '?', text: t('shortcuts.list'), off: !on },
    { keys: 'J / K', text: t('shortcuts.steps'), off: !on },
    { keys: 'Esc', text: t('shortcuts.close') },
    ...(mayAssignOrders(role) ? [{ keys: t('shortcuts.shiftClick'), text: t('shortcuts.range') }] : []),
  ];
  return (
    <dl className="divide-y divide-line">
      {shortcuts.map(({ keys, text, off = false }) => (
        <div key={keys} className="flex items-center justify-between gap-6 py-2">
          <dt className={classNames(off && 'text-ink-3 line-through')}>
            {text}
            {off ? <span className="sr-only">{t('shortcuts.off')}</span> : null}
          </dt>
          <dd className="shrink-0">
            <Kbd>{keys}</Kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}

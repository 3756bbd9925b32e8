import { CircleCheck } from 'lucide-react';
import { t } from '#lib/texts.ts';

/** People on the list who have been invited. */
export function InvitedList({ addresses }: { addresses: readonly string[] }) {
  return (
    <section aria-label={t('inviteMany.invited')} className="grid gap-2">
      <h3 className="font-medium text-ink">{t('inviteMany.invitedCount', { count: addresses.length })}</h3>
      <ul className="grid max-h-50 gap-1 overflow-y-auto">
        {addresses.map((address) => (
          <li key={address} className="flex items-center gap-2 text-ink-2">
            <CircleCheck aria-hidden className="text-success" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{address}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

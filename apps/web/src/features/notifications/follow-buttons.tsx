import { useQuery } from '@tanstack/react-query';
import { BellOff, BellPlus, BellRing } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { api } from '#lib/api.ts';
import { t } from '#lib/texts.ts';
import { followsQuery, useFollow } from './notifications-api.ts';

/** Follows an order, or stops following it. */
export function FollowOrderButton({ id }: { id: string }) {
  const { data } = useQuery(followsQuery);
  const follow = useFollow();
  const followed = data?.orders.includes(id) ?? false;
  const Icon = followed ? BellRing : BellPlus;
  const endpoint = followed ? 'DELETE /follows/orders/{id}' : 'PUT /follows/orders/{id}';
  return (
    <Button
      variant="ghost"
      icon
      aria-label={t('follow.order')}
      aria-pressed={followed}
      title={t(followed ? 'follow.stopOrder' : 'follow.order')}
      disabled={data === undefined}
      onClick={() => follow(() => api(endpoint, { params: { id } }))}
    >
      <Icon aria-hidden className={followed ? 'text-accent' : undefined} />
    </Button>
  );
}

interface FollowPresetButtonProps {
  id: string;
  name: string;
  /** What the list requests for the preset. */
  query: { search?: string | undefined; filter?: string | undefined };
}

/** Follows the orders of a filter preset, or stops following them. */
export function FollowPresetButton({ id, name, query }: FollowPresetButtonProps) {
  const { data } = useQuery(followsQuery);
  const follow = useFollow();
  const followed = data?.presets.some((preset) => preset.id === id) ?? false;
  const Icon = followed ? BellRing : BellPlus;
  const { search, filter } = query;
  const body = { name, ...(search === undefined ? {} : { search }), ...(filter === undefined ? {} : { filter }) };
  return (
    <Button
      variant="ghost"
      size="small"
      icon
      aria-label={t('follow.preset', { name })}
      aria-pressed={followed}
      data-tooltip={t(followed ? 'follow.stopPreset' : 'follow.preset', { name })}
      disabled={data === undefined}
      onClick={() =>
        follow(() =>
          followed
            ? api('DELETE /follows/presets/{id}', { params: { id } })
            : api('PUT /follows/presets/{id}', { params: { id }, body }),
        )
      }
      className="z-1"
    >
      <Icon aria-hidden className={followed ? 'size-3.5! text-accent' : 'size-3.5!'} />
    </Button>
  );
}

/** Stops following a preset, which may have been deleted since. */
export function UnfollowPresetButton({ id, name }: { id: string; name: string }) {
  const follow = useFollow();
  return (
    <Button
      variant="ghost"
      size="small"
      icon
      aria-label={t('follow.stopPreset', { name })}
      data-tooltip
      onClick={() => follow(() => api('DELETE /follows/presets/{id}', { params: { id } }))}
    >
      <BellOff aria-hidden className="size-3.5!" />
    </Button>
  );
}

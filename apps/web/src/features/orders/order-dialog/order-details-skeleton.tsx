import { Skeleton } from '#components/ui/skeleton.tsx';
import { t } from '#lib/texts.ts';

const places = [
  'w-32',
  'w-40',
  'w-24',
  'w-36',
  'w-40 h-17',
  'w-40 h-17',
  'w-16',
  'w-28',
  'w-12',
  'w-32',
  'w-20',
  'w-20',
];

/** The Details tab of an order of which nothing is known yet, in its final shape. */
export function OrderDetailsSkeleton() {
  return (
    <div className="grid gap-x-8 gap-y-4 sheet:grid-cols-[minmax(0,1fr)_13.75rem]">
      <span className="sr-only">{t('state.loading')}</span>
      <Skeleton className="h-27 w-full rounded-panel! sheet:order-1" />
      <div className="grid grid-cols-2 content-start gap-x-6 gap-y-4">
        {places.map((size, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their place.
          <div key={index} className="grid gap-2">
            <Skeleton className="h-3 w-16" />
            <Skeleton className={`h-3.5 ${size}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

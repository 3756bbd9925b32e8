import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { useRole } from '#lib/profile.ts';
import { t } from '#lib/texts.ts';
import { seesOrderNumbers } from '../orders-columns.tsx';
import { OrderLines } from './order-lines.tsx';

const parties = ['w-32', 'w-40'];
const numbers = ['w-24', 'w-36'];
const facts = ['w-40 h-27', 'w-40 h-27', 'w-16', 'w-28', 'w-12', 'w-32'];
const dates = ['w-20', 'w-20', 'w-20'];

/** Placeholder for the Details tab with the layout of a loaded order. */
export function OrderDetailsSkeleton() {
  const role = useRole();
  return (
    <div className="grid gap-6">
      <span className="sr-only">{t('state.loading')}</span>
      <div className="grid gap-x-8 gap-y-4 sheet:grid-cols-[minmax(0,1fr)_16.5rem]">
        <div className="contents content-start gap-4 sheet:order-1 sheet:grid">
          <Skeleton className="h-36 w-full rounded-panel!" />
          <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-sheet:order-1 sheet:grid-cols-1">
            <SkeletonFacts sizes={dates} />
          </div>
        </div>
        <div className="grid grid-cols-2 content-start gap-x-6 gap-y-4">
          <SkeletonFacts sizes={parties} className="max-sheet:col-span-2" />
          {seesOrderNumbers(role) ? <SkeletonFacts sizes={numbers} /> : null}
          <SkeletonFacts sizes={facts} />
        </div>
      </div>
      <OrderLines item={undefined} />
    </div>
  );
}

/** Placeholder labels and values, each as high as a `Fact`. */
function SkeletonFacts({ sizes, className }: { sizes: readonly string[]; className?: string }) {
  return sizes.map((size, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders have no identity but their position.
    <div key={index} className={classNames('grid min-h-9.5 content-start gap-1.5 pt-0.75', className)}>
      <Skeleton className="h-3 w-16" />
      <Skeleton className={`h-3.5 ${size}`} />
    </div>
  ));
}

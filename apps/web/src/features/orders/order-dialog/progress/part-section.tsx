import { type ReactNode, useId } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { t } from '#lib/texts.ts';
import { AsOf } from './as-of.tsx';

interface PartSectionProps {
  id: 'shipments' | 'invoices';
  /** When the records were last read completely; null before the first time; undefined while loading. */
  freshAt?: string | null;
  isEmpty?: boolean;
  children: ReactNode;
}

/** The shipments or invoices of an order below their title, with how fresh they are. */
export function PartSection({ id, freshAt, isEmpty = false, children }: PartSectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={freshAt === undefined || undefined}
      className="grid content-start gap-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id={titleId} className="font-semibold text-ink">
          {t(`${id}.title`)}
        </h3>
        <AsOf instant={freshAt} />
      </div>
      {isEmpty ? <p className="text-ink-3">{t(freshAt === null ? `${id}.pending` : `${id}.none`)}</p> : children}
    </section>
  );
}

interface PartSkeletonProps extends Pick<PartSectionProps, 'id' | 'isEmpty'> {
  rows: number;
}

/** Placeholder for one shipment or invoice: a title, `rows` packages, and one line below them; or for none. */
export function PartSkeleton({ id, rows, isEmpty }: PartSkeletonProps) {
  if (isEmpty)
    return (
      <PartSection id={id}>
        <span className="sr-only">{t(`${id}.loading`)}</span>
        <Skeleton className="my-0.5 h-4 w-32" />
      </PartSection>
    );
  return (
    <PartSection id={id}>
      <div className="grid gap-2 rounded-panel border border-line px-3.5 py-3">
        <span className="sr-only">{t(`${id}.loading`)}</span>
        <div className="grid gap-0.5">
          <Skeleton className="my-0.5 h-4 w-48" />
          {id === 'shipments' ? <Skeleton className="my-0.5 h-4 w-32" /> : null}
        </div>
        {rows === 0 ? null : (
          <div className="grid gap-0.5">
            {Array.from({ length: rows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical.
              <div key={index} className="flex h-7 items-center">
                <Skeleton className="h-3.5 w-36" />
              </div>
            ))}
          </div>
        )}
        <div className="border-line border-t pt-2">
          <Skeleton className="my-0.5 h-3.5 w-28" />
        </div>
      </div>
    </PartSection>
  );
}

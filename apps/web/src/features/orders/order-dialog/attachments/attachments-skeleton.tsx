import { Skeleton } from '#components/ui/skeleton.tsx';
import { t } from '#lib/texts.ts';

/** Placeholder for the Attachments tab while its code loads. */
export function AttachmentsSkeleton() {
  return (
    <div className="grid gap-4">
      <span className="sr-only">{t('state.loading')}</span>
      <div className="grid gap-3">
        <Skeleton className="h-16.5 w-full rounded-panel!" />
        <Skeleton className="h-15 w-full" />
      </div>
      <Skeleton className="h-[300px] w-full rounded-panel!" />
    </div>
  );
}

/** Placeholder rows with the same height as attachments. */
export function AttachmentRowsSkeleton() {
  return (
    <div>
      <span className="sr-only">{t('state.loading')}</span>
      {['w-44', 'w-56', 'w-36', 'w-48'].map((width) => (
        <div key={width} className="flex h-15 items-center gap-3 border-line border-b px-3 last:border-b-0">
          <Skeleton className="size-5" />
          <div className="grid flex-1 gap-2">
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="h-3 w-64 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}

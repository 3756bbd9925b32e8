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

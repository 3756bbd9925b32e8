import { classNames } from '#lib/class-names.ts';

/** Loading placeholder. Set its final width and height by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded-small bg-pressed', className)} />;
}

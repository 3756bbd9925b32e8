import { Skeleton } from '#components/ui/skeleton.tsx';

/** Placeholder of a timeline while it is loading. */
export function TimelineSkeleton() {
  return (
    <div className="grid gap-5 pt-1">
      {['w-48', 'w-64', 'w-40'].map((width) => (
        <div key={width} className="flex items-center gap-3">
          <Skeleton className="size-7 rounded-full!" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  );
}

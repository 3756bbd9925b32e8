import { Package } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';

/** The portal's logo: a box on a tile in the accent color. */
export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid shrink-0 place-items-center bg-accent text-on-accent',
        large ? 'size-9 rounded-[10px]' : 'size-6 rounded-[7px]',
      )}
    >
      <Package className={large ? 'size-5!' : 'size-4!'} />
    </span>
  );
}

import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/texts.ts';

interface FoldedListProps<Item> {
  label?: string | undefined;
  items: readonly Item[];
  /** Items shown before 'Show all'. */
  most: number;
  render: (item: Item) => ReactNode;
  className: string;
}

/** A list whose further items appear on request, and in print. */
export function FoldedList<Item>({ label, items, most, render, className }: FoldedListProps<Item>) {
  const [isOpen, setIsOpen] = useState(false);
  // Hiding a single item would save no space.
  const shown = isOpen || items.length <= most + 1 ? items.length : most;
  return (
    <>
      <ul aria-label={label} className={className}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are identified only by their position.
          <li key={index} className={index >= shown ? 'hidden print:list-item' : undefined}>
            {render(item)}
          </li>
        ))}
      </ul>
      {shown < items.length ? (
        <Button size="small" variant="ghost" onClick={() => setIsOpen(true)} className="-ml-2 justify-self-start">
          {t('list.showAll', { count: items.length })}
        </Button>
      ) : null}
    </>
  );
}

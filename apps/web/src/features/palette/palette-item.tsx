import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface PaletteItemProps {
  /** Unique id. */
  id: string;
  icon: LucideIcon;
  disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One selectable item with icon and label. */
export function PaletteItem({ id, icon: Icon, disabled = false, onChoose, children }: PaletteItemProps) {
  return (
    <Command.Item
      value={id}
      disabled={disabled}
      onSelect={onChoose}
      className="flex min-h-9 cursor-default scroll-my-2 items-center gap-3 rounded-control px-2.5 py-1.5 aria-disabled:opacity-60 data-[selected=true]:bg-pressed max-sheet:min-h-11"
    >
      <Icon aria-hidden className="shrink-0 text-ink-3" />
      {children}
    </Command.Item>
  );
}

/** A group of items with a heading. */
export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="not-first:mt-1.5 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-ink-3 **:[[cmdk-group-heading]]:text-small"
    >
      {children}
    </Command.Group>
  );
}

import { Tabs as Parts } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab {
  value: string;
  label: string;
  /** How many things are behind it. */
  count?: number | undefined;
  content: ReactNode;
}

interface TabsProps {
  /** Names the row of tabs for assistive technology. */
  label: string;
  tabs: readonly Tab[];
  value: string;
  onValueChange: (value: string) => void;
}

/** A row of tabs on a hairline, with the panel of the chosen one. */
export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  return (
    <Parts.Root value={value} onValueChange={onValueChange} className="flex min-h-0 flex-1 flex-col">
      <Parts.List aria-label={label} className="flex shrink-0 gap-5 border-line border-b px-6">
        {tabs.map((tab) => (
          <Parts.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-10 border-transparent border-b-2 font-medium text-ink-2 -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="ml-1.5 text-small tabular-nums">{tab.count}</span>}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {tabs.map((tab) => (
        <Parts.Content
          key={tab.value}
          value={tab.value}
          className="min-h-0 flex-1 overflow-y-auto p-6 -outline-offset-2"
        >
          {tab.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  );
}

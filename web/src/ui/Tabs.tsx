import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabsProps<Name extends string> {
  readonly label: string;
  /** undefined when the content belongs to no tab. */
  readonly current: Name | undefined;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly onTab: (name: Name) => void;
  /** The content of the current tab. */
  readonly children: ReactNode;
}

/** Tabs, and the content of the current one. */
export function Tabs<Name extends string>({ label, current, tabs, onTab, children }: TabsProps<Name>) {
  return (
    <BaseTabs.Root value={current ?? null} onValueChange={(name) => onTab(name as Name)}>
      <BaseTabs.List aria-label={label} className="mb-4 inline-flex max-w-full flex-wrap gap-1 rounded-card border border-line bg-surface p-1">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.name}
            value={tab.name}
            className="min-h-9 rounded-md px-4 max-sm:px-2.5 font-medium text-muted hover:text-ink aria-selected:bg-accent aria-selected:text-accent-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={current ?? null} className="grid gap-4">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}

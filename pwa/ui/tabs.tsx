/** Several views of one subject (radix: arrow keys, Home, End). */
import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'

interface Tab<Name extends string> {
  name: Name
  label: string
  content: ReactNode
}

interface TabsProps<Name extends string> {
  label: string
  tabs: Tab<Name>[]
  value: Name
  onValue: (name: Name) => void
}

export function Tabs<Name extends string>({ label, tabs, value, onValue }: TabsProps<Name>) {
  return (
    <RadixTabs.Root value={value} onValueChange={(name) => onValue(name as Name)}>
      <RadixTabs.List
        aria-label={label}
        className="mb-4 flex gap-1 overflow-x-auto border-line border-b"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.name}
            value={tab.name}
            className="-mb-px h-11 whitespace-nowrap border-transparent border-b-2 px-4 font-medium text-ink-soft text-sm hover:text-ink data-[state=active]:border-brand-text data-[state=active]:text-ink"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.name} value={tab.name} className="rounded-lg">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}

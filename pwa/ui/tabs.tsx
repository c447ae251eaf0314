/** Tabs with several views of one subject (radix: arrow keys, Home, End). */
import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'

interface Tab<Name extends string> {
  name: Name
  label: string
  /** The number of items, as text: '12' */
  count?: string | undefined
  content: ReactNode
}

interface TabsProps<Name extends string> {
  label: string
  tabs: Tab<Name>[]
  value: Name
  onValue: (name: Name) => void
  /** On phones in landscape, the tab list and the view become two cells of the surrounding grid. */
  cellsWhenShort?: boolean
}

export function Tabs<Name extends string>({
  label,
  tabs,
  value,
  onValue,
  cellsWhenShort = false,
}: TabsProps<Name>) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(name) => onValue(name as Name)}
      className={cellsWhenShort ? 'short:contents' : undefined}
    >
      <RadixTabs.List
        aria-label={label}
        className="mb-5 low:mb-2 flex gap-4 sm:gap-5 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.name}
            value={tab.name}
            className="flex h-11 items-center gap-2 whitespace-nowrap px-0.5 border-transparent border-b-2 font-medium text-ink-soft text-sm transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-brand-text data-[state=active]:text-ink print:data-[state=inactive]:hidden forced-colors:border-[Canvas] forced-colors:data-[state=active]:border forced-colors:data-[state=active]:border-[CanvasText]"
          >
            <span>{tab.label}</span>
            {tab.count !== undefined && (
              <span className="rounded-full bg-sunken px-2 py-0.5 text-ink-soft text-xs tabular-nums">
                {tab.count}
              </span>
            )}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content
          key={tab.name}
          value={tab.name}
          className={cellsWhenShort ? 'rounded-lg short:col-span-2' : 'rounded-lg'}
        >
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}

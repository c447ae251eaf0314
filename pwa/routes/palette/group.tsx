/** A section of the palette with its heading, and one of its items. */
import { Command } from 'cmdk'
import type { ReactNode } from 'react'

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

interface ItemProps {
  value: string
  onSelect: () => void
  children: ReactNode
}

export function Item({ value, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-md px-3 py-1 text-sm *:max-w-full data-[selected=true]:bg-sunken forced-colors:data-[selected=true]:outline-2"
    >
      {children}
    </Command.Item>
  )
}

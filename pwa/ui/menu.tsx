/** A list of acts behind a button (radix: arrow keys, typing finds). */
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

interface MenuProps {
  label: string
  items: MenuItem[]
  children: ReactNode
}

export function Menu({ label, items, children }: MenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger aria-label={label} asChild>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="rise z-50 min-w-48 rounded-lg border border-line bg-surface p-1.5 shadow-lifted"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              className={classNames(
                'flex h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken',
                item.danger ? 'text-danger' : 'text-ink',
              )}
            >
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

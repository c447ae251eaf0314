/** A menu of actions behind a button (radix: arrow keys, type to find). */
import { DropdownMenu } from 'radix-ui'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Draws a line above it. */
  apart?: boolean
  onSelect: () => void
}

interface MenuProps {
  label: string
  items: MenuItem[]
  /** The button that opens it. */
  children: ReactNode
}

export function Menu({ label, items, children }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  // Renders the menu in its button's landmark or dialog, so that assistive technology finds it
  // there.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  function findPlace() {
    setPlace(trigger.current?.closest<HTMLElement>('[role="dialog"], main, header, aside') ?? null)
  }
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => open && findPlace()}>
      <DropdownMenu.Trigger ref={trigger} aria-label={label} asChild>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="rise z-50 min-w-52 rounded-lg border border-line bg-surface p-1.5 shadow-lifted"
        >
          {items.map((item) => (
            <Fragment key={item.label}>
              {item.apart && <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />}
              <DropdownMenu.Item
                disabled={item.disabled ?? false}
                onSelect={item.onSelect}
                className={classNames(
                  'flex h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 text-sm outline-none data-[disabled]:cursor-default data-[highlighted]:bg-sunken forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-solid data-[disabled]:opacity-50 [&_svg]:size-4.25 [&_svg]:shrink-0',
                  item.danger ? 'text-danger' : 'text-ink [&_svg]:text-ink-faint',
                )}
              >
                {item.icon}
                <span>{item.label}</span>
              </DropdownMenu.Item>
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

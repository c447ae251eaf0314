/**
 * A few controls behind a button, such as filters (radix: keeps the focus inside, Escape closes).
 */
import { Popover as RadixPopover } from 'radix-ui'
import type { ReactNode } from 'react'
import { isInToast } from './toast-region.ts'

interface PopoverProps {
  label: string
  /** The button that opens it. */
  trigger: ReactNode
  /** For controls that close the popover when used. */
  open?: boolean
  onOpen?: (open: boolean) => void
  children: ReactNode
}

export function Popover({ label, trigger, open, onOpen, children }: PopoverProps) {
  return (
    <RadixPopover.Root
      {...(open !== undefined && { open })}
      {...(onOpen && { onOpenChange: onOpen })}
    >
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={(event) => isInToast(event.target) && event.preventDefault()}
          className="rise z-30 w-72 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-surface p-4 shadow-lifted focus:outline-none"
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

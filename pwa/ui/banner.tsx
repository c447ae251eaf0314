/** A message across the top of a screen or within one: offline, paused, viewed by a super admin. */
import { CloudOff, Eye, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BannerTone = 'notice' | 'warning' | 'danger' | 'offline' | 'loud'

const tones: Record<BannerTone, string> = {
  notice: 'bg-notice-soft text-notice',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  offline: 'bg-sunken text-ink',
  loud: 'bg-loud text-on-loud',
}
const icons = {
  notice: Info,
  warning: TriangleAlert,
  danger: TriangleAlert,
  offline: CloudOff,
  loud: Eye,
}

interface BannerProps {
  tone: BannerTone
  /** A link or a small button; `bannerActionClass` gives it the banner's color. */
  action?: ReactNode
  /** Placed among other content instead of across the screen. */
  inset?: boolean
  children: ReactNode
}

export const bannerActionClass =
  'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 font-semibold no-underline inset-ring inset-ring-current/35 hover:inset-ring-current'

export function Banner({ tone, action, inset = false, children }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 text-sm',
        inset ? 'rounded-lg px-4 py-3' : 'px-4 py-2.5 sm:px-6',
        tones[tone],
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-2.5">
        <Icon size={17} aria-hidden="true" className="mt-px shrink-0" />
        <div className="min-w-0 font-medium">{children}</div>
      </div>
      {action}
    </div>
  )
}

/** A sentence across the top of a screen: offline, paused, a super admin's view. */
import { CloudOff, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BannerTone = 'notice' | 'warning' | 'danger' | 'offline'

const tones: Record<BannerTone, string> = {
  notice: 'bg-notice-soft text-notice',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  offline: 'bg-sunken text-ink',
}
const icons = { notice: Info, warning: TriangleAlert, danger: TriangleAlert, offline: CloudOff }

interface BannerProps {
  tone: BannerTone
  action?: ReactNode
  children: ReactNode
}

export function Banner({ tone, action, children }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 text-sm sm:px-6',
        tones[tone],
      )}
    >
      <Icon size={17} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0 flex-1 font-medium">{children}</div>
      {action}
    </div>
  )
}

/** The card that replaces the form; its title is announced and takes the focus. */
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'

interface OutcomeCardProps {
  icon: ReactNode
  title: string
  tone?: 'brand' | 'notice' | 'danger'
  /** The next step. */
  end: ReactNode
  children: ReactNode
}

const tones = {
  brand: 'bg-brand text-on-brand',
  notice: 'bg-notice-soft text-notice',
  danger: 'bg-danger-soft text-danger',
}

export function OutcomeCard({ icon, title, tone = 'brand', end, children }: OutcomeCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus again when the title changes
  useEffect(() => heading.current?.focus(), [title])
  return (
    <section className="rise flex flex-col items-center gap-4 rounded-xl border border-line bg-surface p-6 text-center shadow-card">
      <span
        aria-hidden="true"
        className={classNames('flex size-14 items-center justify-center rounded-full', tones[tone])}
      >
        {icon}
      </span>
      <div
        aria-live="polite"
        className="wrap-anywhere flex w-full flex-col items-center gap-4 text-ink-soft"
      >
        <h1
          ref={heading}
          dir="auto"
          tabIndex={-1}
          className="wrap-anywhere max-w-full font-bold text-2xl text-ink tracking-tight outline-none"
        >
          {title}
        </h1>
        {children}
      </div>
      <div className="mt-1 flex w-full flex-col gap-3">{end}</div>
    </section>
  )
}

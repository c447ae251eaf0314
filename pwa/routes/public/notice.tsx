/** A public page with one message and at most one action. */
import { type ReactNode, useEffect } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'
import { LanguageSwitch } from '#pwa/ui/language-switch.tsx'

interface NoticeProps {
  icon: ReactNode
  title: string
  action?: ReactNode
  /** Appears after a moment, for messages that are usually gone by then. */
  late?: boolean
  children: ReactNode
}

export function Notice({ icon, title, action, late = false, children }: NoticeProps) {
  useEffect(() => {
    if (!late) document.title = title
  }, [late, title])
  return (
    <main
      className={classNames(
        'mx-auto flex min-h-dvh max-w-sm flex-col items-center justify-center gap-4 px-6 text-center',
        late && 'appear-late',
      )}
    >
      <span
        aria-hidden="true"
        className="flex size-14 items-center justify-center rounded-full bg-sunken text-ink-soft"
      >
        {icon}
      </span>
      <div role="status">
        <h1 className={late ? 'text-ink-soft' : 'font-semibold text-xl tracking-tight'}>{title}</h1>
        {children && <p className="mt-2 text-ink-soft">{children}</p>}
      </div>
      {action}
      {!late && <LanguageSwitch />}
    </main>
  )
}

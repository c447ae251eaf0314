/** Shown where a screen needs a business and the signed-in account has none. */

import { ShieldX } from 'lucide-react'
import { SignOutButton } from '#pwa/session/sign-out-button.tsx'
import { businessTexts } from '#pwa/texts/business.ts'
import { buttonClass } from '#pwa/ui/button.tsx'

export function AccessDenied() {
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <section className="flex max-w-md flex-col items-center gap-4 rounded-xl border border-line bg-surface p-8 text-center shadow-card">
        <ShieldX size={36} aria-hidden="true" className="text-danger" />
        <h1 className="font-semibold text-xl">{businessTexts.accessDenied}</h1>
        <p className="text-ink-soft">{businessTexts.accessDeniedHint}</p>
        <SignOutButton className={buttonClass('secondary', 'lg')}>
          {businessTexts.signOut}
        </SignOutButton>
      </section>
    </main>
  )
}

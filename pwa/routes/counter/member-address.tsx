/**
 * `/member/{id}`, the address in a member's QR code: staff and owners see the member at the
 * counter; other people see an explanation of the code. It changes nothing.
 */
import { Navigate, useParams } from '@tanstack/react-router'
import { IdCard } from 'lucide-react'
import { useSession } from '#pwa/session/session.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Logo } from '#pwa/ui/logo.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'
import { mayDo } from '#schema/contract/permission.ts'

export function MemberAddressScreen() {
  const session = useSession()
  const { memberId = '' } = useParams({ strict: false }) as { memberId?: string }
  useTitle(texts.memberCard)
  if (session.state === 'loading') return null
  if (session.state === 'signedIn' && mayDo(session.user, 'sync.device')) {
    return <Navigate to="/counter" search={{ member: memberId.toLowerCase() }} replace />
  }
  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col gap-10 px-6 pt-6 pb-10">
      <Logo />
      <main className="flex flex-col items-center gap-4 text-center">
        <span className="flex size-16 items-center justify-center rounded-full bg-accent-soft text-on-accent-soft">
          <IdCard size={30} aria-hidden="true" />
        </span>
        <h1 className="font-bold text-2xl tracking-tight">{texts.showAtCounter}</h1>
        <p className="text-ink-soft">{texts.showAtCounterHint}</p>
      </main>
    </div>
  )
}

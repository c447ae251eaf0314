/** One signed-in device. */

import { Laptop, Smartphone } from 'lucide-react'
import { SignOutButton } from '#pwa/session/sign-out-button.tsx'
import { deviceName } from '#pwa/texts/device-name.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import type { Session } from '#schema/contract/account.ts'

interface SessionRowProps {
  session: Session
  busy: boolean
  onEnd: () => void
}

export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const Icon = /iPhone|Android/.test(session.device) ? Smartphone : Laptop
  const name = deviceName(session.device)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-soft"
      >
        <Icon size={19} />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span>{name}</span>
          {session.current && <Badge tone="success">{profileTexts.thisDevice}</Badge>}
        </p>
        <p className="text-ink-faint">
          <Ago
            at={session.lastSeenAt}
            sentence={(ago) => profileTexts.seen(ago, formatDay(session.createdAt))}
          />
        </p>
      </div>
      {session.current ? (
        <SignOutButton className={buttonClass('secondary', 'sm')}>
          {profileTexts.signOut}
        </SignOutButton>
      ) : (
        <Button
          look="secondary"
          size="sm"
          busy={busy}
          aria-label={profileTexts.signOutOf(name)}
          onClick={onEnd}
        >
          {profileTexts.signOut}
        </Button>
      )}
    </li>
  )
}

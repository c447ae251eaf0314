/** On a till: a button that shows who unlocked it, and locks it for the next person. */
import { Lock } from 'lucide-react'
import { lockTill } from '#pwa/session/keep-till.ts'
import { useTill } from '#pwa/session/till.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Button } from '#pwa/ui/button.tsx'

export function StaffBadge() {
  const staff = useTill(({ staff }) => staff)
  if (!staff) return null
  return (
    <Button
      look="secondary"
      aria-label={texts.lockOf(staff.firstName)}
      onClick={lockTill}
      className="min-h-11 max-w-max grow basis-24"
    >
      <Lock size={17} aria-hidden="true" className="shrink-0" />
      <bdi translate="no" className="max-w-24 truncate">
        {staff.firstName}
      </bdi>
    </Button>
  )
}

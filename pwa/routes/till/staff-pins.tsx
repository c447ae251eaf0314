/** The people who can unlock tills, with a button to reset a forgotten PIN. */
import { Link } from '@tanstack/react-router'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useSession } from '#pwa/session/session.ts'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { keep } from '#pwa/texts/keep.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

export function StaffPins({ businessId }: { businessId: string }) {
  const isOffline = useOffline()
  const ownId = useSession((session) => (session.state === 'signedIn' ? session.user.id : null))
  const staff = useCachedCall('business.staff', { params: { businessId } })

  async function reset(staffId: string, name: string) {
    try {
      await withFreshPassword(() => call('business.resetPin', { params: { businessId, staffId } }))
      showToast({ title: texts.resetDone(keep(name)) })
      staff.reload()
    } catch (error) {
      showFailure(texts.notReset, error)
    }
  }

  return (
    <Card title={texts.pins} description={texts.pinsHint}>
      <LoadProblem of={staff} />
      {!staff.data && staff.error === undefined && <Skeleton className="h-24 w-full" />}
      <ul className="flex flex-col divide-y divide-line">
        {staff.data
          ?.filter(({ pending }) => !pending)
          .map(({ id, firstName, lastName, hasPin }) => (
            <li key={id} className="flex min-h-14 flex-wrap items-center gap-3 py-2">
              <bdi translate="no" className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">
                {`${firstName} ${lastName}`}
              </bdi>
              <Badge tone={hasPin ? 'success' : 'neutral'}>
                {hasPin ? texts.hasPin : texts.noPin}
              </Badge>
              {!hasPin && id === ownId && (
                <Link to="/profile" className={buttonClass('secondary', 'md')}>
                  {texts.setOwn}
                </Link>
              )}
              {hasPin && (
                <Button
                  look="secondary"
                  disabled={isOffline}
                  aria-label={texts.resetOf(`${firstName} ${lastName}`)}
                  onClick={() => void reset(id, `${firstName} ${lastName}`)}
                >
                  {texts.reset}
                </Button>
              )}
            </li>
          ))}
      </ul>
      <OfflineNote />
    </Card>
  )
}

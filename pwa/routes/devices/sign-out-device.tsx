/**
 * For a lost device: signs it out and wipes it, or all devices of its person. Owners sign out all of
 * their own in their profile.
 */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { reloadCall } from '#pwa/api/use-call.ts'
import { isGone, showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useSession } from '#pwa/session/session.ts'
import { deviceName } from '#pwa/texts/device-name.ts'
import { devicesTexts as texts } from '#pwa/texts/devices.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { DeviceProof } from '#schema/contract/device.ts'

interface SignOutDeviceProps {
  businessId: string
  device: DeviceProof
}

export function SignOutDevice({ businessId, device }: SignOutDeviceProps) {
  const [asking, setAsking] = useState(false)
  const [all, setAll] = useState(false)
  const isOffline = useConnection() === 'offline'
  const { accountId, name } = device
  // A list that an earlier release has kept lacks both.
  const sessionId = device.sessionId ?? null
  const which = deviceName(device.device ?? null)
  const isOwn = useSession(
    (session) => session.state === 'signedIn' && session.user.id === accountId,
  )
  const { busy, run } = useBusy((error) => {
    showFailure(texts.signOutFailed, error)
    if (isGone(error)) setAsking(false)
  })
  if (isOwn && sessionId === null) return null
  const signOut = () =>
    run(async () => {
      await withFreshPassword(() => {
        if (isOwn && sessionId) return call('auth.endSession', { params: { sessionId } })
        const params = { businessId, staffId: accountId }
        const query = all || sessionId === null ? {} : { sessionId }
        return call('business.signOutStaff', { params, query })
      })
      setAsking(false)
      reloadCall('business.devices')
      showToast({
        title: all ? texts.signedOut(keep(name)) : texts.deviceSignedOut(keep(name), which),
      })
    })
  const ask = (open: boolean) => {
    // A device whose session is over may still hold data: its person's revocation wipes it.
    setAll(sessionId === null)
    setAsking(open)
  }
  return (
    <>
      <Button
        look="secondary"
        size="sm"
        disabled={isOffline}
        aria-label={texts.signOutOf(name, which)}
        onClick={() => ask(true)}
      >
        {texts.signOut}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpen={ask}
        title={texts.signOutTitle(keep(name), which)}
        act={texts.signOut}
        busy={busy}
        obstacle={sessionId === null && !all ? texts.alreadyOut : null}
        onConfirm={() => void signOut()}
      >
        <span>{texts.signOutMeaning}</span>
        {!isOwn && (
          <Checkbox
            label={texts.signOutAll(name)}
            checked={all}
            onChange={(event) => setAll(event.target.checked)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}

/** For a lost device: signs its user out everywhere and wipes their devices. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { isGone, showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { devicesTexts as texts } from '#pwa/texts/devices.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { DeviceProof } from '#schema/contract/device.ts'

interface SignOutDeviceProps {
  businessId: string
  device: Pick<DeviceProof, 'accountId' | 'name'>
}

export function SignOutDevice({ businessId, device }: SignOutDeviceProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const isOffline = useConnection() === 'offline'
  const { accountId, name } = device
  async function signOut() {
    setBusy(true)
    try {
      const params = { businessId, staffId: accountId }
      await withFreshPassword(() => call('business.signOutStaff', { params }))
      setAsking(false)
      showToast({ title: texts.signedOut(name) })
    } catch (error) {
      showFailure(texts.signOutFailed, error)
      if (isGone(error)) setAsking(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        look="secondary"
        size="sm"
        disabled={isOffline}
        aria-label={texts.signOutOf(name)}
        onClick={() => setAsking(true)}
      >
        {texts.signOut}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={texts.signOutTitle(name)}
        act={texts.signOut}
        busy={busy}
        onConfirm={() => void signOut()}
      >
        {texts.signOutMeaning}
      </ConfirmDialog>
    </>
  )
}

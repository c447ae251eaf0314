/** Asks for another code; between two of them is a pause that the server sets. */
import { useEffect, useState } from 'react'
import { CallRefused, call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { Button } from '#pwa/ui/button.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'

export function ResendCode({ userId, onSent }: { userId: string; onSent: () => void }) {
  const [waitSeconds, setWaitSeconds] = useState(0)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (waitSeconds === 0) return
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  async function resend() {
    setBusy(true)
    try {
      await call('auth.resendVerification', { body: { userId } })
      setWaitSeconds(limits.oneTimeCodePauseSeconds)
      onSent()
      showToast({ title: 'Code resent', description: 'Please check your email for the new code.' })
    } catch (error) {
      if (error instanceof CallRefused) setWaitSeconds(error.problem.retryAfterSeconds ?? 0)
      showFailure('Resend failed', error, 'Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      look="ghost"
      size="lg"
      busy={busy}
      disabled={waitSeconds > 0}
      onClick={() => void resend()}
    >
      <span className="tabular-nums">
        {waitSeconds > 0 ? `Resend code in ${describeWait(waitSeconds)}` : 'Resend code'}
      </span>
    </Button>
  )
}

function describeWait(seconds: number): string {
  return seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`
}

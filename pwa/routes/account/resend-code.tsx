/** Asks for another code; between two of them is a pause that the server sets. */

import { useEffect, useState } from 'react'
import { CallRefused, call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { accountTexts } from '#pwa/texts/account.ts'
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
      showToast({ title: accountTexts.codeResent, description: accountTexts.codeResentHint })
    } catch (error) {
      if (error instanceof CallRefused) setWaitSeconds(error.problem.retryAfterSeconds ?? 0)
      showFailure(accountTexts.resendFailed, error, accountTexts.tryAgain)
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
        {waitSeconds > 0 ? accountTexts.resendIn(waitSeconds) : accountTexts.resendCode}
      </span>
    </Button>
  )
}

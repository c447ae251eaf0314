/** Requests another code, after the pause that the server requires between two codes. */

import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { accountTexts } from '#pwa/texts/account.ts'
import { Button } from '#pwa/ui/button.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'

/** Seconds until another code may be requested; the server would refuse an earlier request. */
function secondsLeft(sentAt: number | undefined): number {
  if (sentAt === undefined) return 0
  const passed = Math.floor((Date.now() - sentAt) / 1000)
  return Math.max(0, limits.oneTimeCodePauseSeconds - Math.max(0, passed))
}

export function ResendCode({ userId, onSent }: { userId: string; onSent: () => void }) {
  const sentAt = useLocation({ select: ({ state }) => state.codeSentAt })
  const [waitSeconds, setWaitSeconds] = useState(() => secondsLeft(sentAt))
  const { busy, run } = useBusy((error) => {
    if (error instanceof CallRefused) setWaitSeconds(error.problem.retryAfterSeconds ?? 0)
    showFailure(accountTexts.resendFailed, error, accountTexts.tryAgain)
  })

  useEffect(() => {
    if (waitSeconds === 0) return
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  const resend = () =>
    run(async () => {
      await call('auth.resendVerification', { body: { userId } })
      setWaitSeconds(limits.oneTimeCodePauseSeconds)
      onSent()
      showToast({ title: accountTexts.codeResent, description: accountTexts.codeResentHint })
    })

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

/** Two-step verification in the user's profile: passkeys, an authenticator app, recovery codes. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { useCall } from '#pwa/api/use-call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { refreshSession, userChanged } from '#pwa/session/session.ts'
import { secondFactorTexts as texts } from '#pwa/texts/second-factor.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SecurityPart } from './security-part.tsx'

interface SecurityProps {
  /** Called after changes, which may sign other devices out. */
  onChanged?: () => void
  /** Called once the recovery codes of the first method are saved. */
  onSaved?: () => void
}

export function Security({ onChanged, onSaved }: SecurityProps) {
  const read = useCall('auth.secondFactor')
  const { data: factor, loading, reload } = read
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isFirst, setIsFirst] = useState(false)

  async function changed(recoveryCodes: string[] | null) {
    reload()
    onChanged?.()
    if (recoveryCodes) {
      setIsFirst(true)
      setCodes(recoveryCodes)
      await userChanged({ secondFactor: 'on' })
    }
    await refreshSession()
  }

  function closeCodes() {
    setCodes(null)
    if (isFirst) onSaved?.()
  }

  return (
    <Card title={texts.title} description={texts.description} flush>
      {factor ? (
        <div className="divide-y divide-line border-line border-t">
          <Passkeys passkeys={factor.passkeys} onChanged={changed} />
          <AuthenticatorApp since={factor.appSince} onChanged={changed} />
          {(factor.appSince !== null || factor.passkeys.length > 0) && (
            <RecoveryCodes
              left={factor.recoveryCodesLeft}
              onMade={(made) => {
                setIsFirst(false)
                setCodes(made)
                reload()
              }}
            />
          )}
        </div>
      ) : loading ? (
        <div className="flex flex-col gap-3 px-5 pb-5">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : (
        <LoadProblem of={read} />
      )}
      <RecoveryCodesDialog codes={codes} isFirst={isFirst} onClose={closeCodes} />
    </Card>
  )
}

function RecoveryCodes({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const [asking, setAsking] = useState(false)
  const { busy, run } = useBusy((error) => showFailure(texts.codesFailed, error))

  const make = () =>
    run(async () => {
      const { recoveryCodes } = await withFreshPassword(() => call('auth.newRecoveryCodes'))
      setAsking(false)
      onMade(recoveryCodes ?? [])
    })

  return (
    <SecurityPart
      title={texts.recoveryCodes}
      hint={texts.codesMeaning}
      action={
        <Button look="secondary" size="sm" onClick={() => setAsking(true)}>
          {texts.newCodes}
        </Button>
      }
    >
      <p className="text-sm">{texts.codesLeft(left)}</p>
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={texts.newCodesTitle}
        act={texts.newCodes}
        look="primary"
        busy={busy}
        onConfirm={() => void make()}
      >
        {texts.newCodesMeaning}
      </ConfirmDialog>
    </SecurityPart>
  )
}

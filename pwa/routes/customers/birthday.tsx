/** Corrects a member's birthday. No device keeps birthdays, so it asks the server for the present one. */
import { Cake } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { sentenceOf } from '#pwa/api/request.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { BirthdayField } from '#pwa/routes/public/birthday-field.tsx'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { birthdayIn } from '#pwa/visitor/sign-up.ts'
import { birthdayChange } from '#schema/contract/member-privacy.ts'
import { mayDo } from '#schema/contract/permission.ts'

export function CustomerBirthday({ memberId }: { memberId: string }) {
  const session = useSession()
  const isOffline = useOffline()
  const [editing, setEditing] = useState(false)
  const user = session.state === 'signedIn' ? session.user : null
  if (!user?.businessId || !mayDo(user, 'customer.changeBirthday')) return null
  const params = { businessId: user.businessId, memberId }
  return (
    <section aria-label={texts.birthday}>
      <h2 className="font-semibold text-sm">{texts.birthday}</h2>
      <p className="mt-1 mb-3 text-ink-soft text-sm">{texts.birthdayKept}</p>
      <Button look="secondary" disabled={isOffline} onClick={() => setEditing(true)}>
        <Cake size={17} aria-hidden="true" />
        {texts.editBirthday}
      </Button>
      <OfflineNote />
      <Dialog
        open={editing}
        onOpen={setEditing}
        title={texts.editBirthday}
        description={texts.birthdayOnce}
      >
        <LoadedForm params={params} onClose={() => setEditing(false)} />
      </Dialog>
    </section>
  )
}

interface FormProps {
  params: { businessId: string; memberId: string }
  onClose: () => void
}

type Loaded = { birthday: string | null } | { problem: string } | null

function LoadedForm({ params: { businessId, memberId }, onClose }: FormProps) {
  const [loaded, setLoaded] = useState<Loaded>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the call
  useEffect(() => {
    const stop = new AbortController()
    const params = { businessId, memberId }
    call('business.birthday', { params, signal: stop.signal }).then(setLoaded, (error: unknown) => {
      if (stop.signal.aborted) return
      setLoaded({ problem: sentenceOf(error, texts.birthdayNotLoaded) })
    })
    return () => stop.abort()
  }, [businessId, memberId, tries])
  if (loaded === null) return <Skeleton className="h-32" />
  if ('problem' in loaded) {
    const retry = () => {
      setLoaded(null)
      setTries(tries + 1)
    }
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p className="text-ink-soft text-sm">{loaded.problem}</p>
        <Button look="secondary" onClick={retry}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  }
  return <BirthdayForm params={{ businessId, memberId }} seen={loaded.birthday} onClose={onClose} />
}

function BirthdayForm({ params, seen, onClose }: FormProps & { seen: string | null }) {
  const isOffline = useOffline()
  const { form, errors, busy } = useForm({
    schema: birthdayChange,
    read: (typed) => ({ birthday: null, ...birthdayIn(typed) }),
    async send({ birthday }) {
      if (birthday !== seen) {
        await call('business.changeBirthday', { params, body: { birthday, seen } })
        showToast({ title: texts.birthdaySaved })
      }
      onClose()
    },
    onFailure: (error) => showFailure(texts.birthdayNotSaved, error),
  })
  return (
    <form {...form}>
      <BirthdayField
        legend={texts.birthday}
        hint={texts.birthdayHint}
        value={seen}
        error={errors.birthday}
      />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={busy} disabled={isOffline}>
          {texts.saveBirthday}
        </Button>
      </DialogActions>
    </form>
  )
}

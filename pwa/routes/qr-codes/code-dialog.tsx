/** Generate QR Code: a form, then the image to print. Also shows an existing code. */
import { useEffect, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'
import { printedSignUpUrl } from '#schema/contract/address.ts'
import type { Business } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import { type CreatedQrCode, newQrCode, type QrCode } from '#schema/contract/qr-code.ts'
import { drawQrPng } from './download.ts'
import { MadeCode } from './made-code.tsx'

interface QrCodeDialogProps {
  businessId: string
  /** The business whose branding the printed code uses; null while it loads. */
  business: Business | null
  open: boolean
  onOpen: (open: boolean) => void
  /** An existing code to show. */
  shown?: QrCode | null
  onCreated?: () => void
}

export function QrCodeDialog(props: QrCodeDialogProps) {
  const { businessId, business, open, onOpen, shown, onCreated } = props
  const [created, setCreated] = useState<CreatedQrCode | null>(null)

  function change(next: boolean) {
    if (!next) setCreated(null)
    onOpen(next)
  }

  const title = created || shown ? businessTexts.qrCode : businessTexts.generateQrCode
  return (
    <Dialog open={open} onOpen={change} title={title} description={hintOf(created ?? shown)}>
      {created ? (
        <MadeCode business={business} code={created} onDone={() => change(false)} />
      ) : shown ? (
        <MadeBefore
          businessId={businessId}
          business={business}
          qrCode={shown}
          onDone={() => change(false)}
        />
      ) : (
        <NewCodeForm
          businessId={businessId}
          onCreated={(code) => {
            setCreated(code)
            onCreated?.()
          }}
        />
      )}
    </Dialog>
  )
}

function hintOf(code: QrCode | null | undefined): string {
  if (!code) return businessTexts.newQrCodeHint
  return code.isActive ? businessTexts.madeQrCodeHint : businessTexts.pausedQrCodeHint
}

function NewCodeForm({
  businessId,
  onCreated,
}: {
  businessId: string
  onCreated: (code: CreatedQrCode) => void
}) {
  const isOffline = useBetweenPresses(useConnection() === 'offline')
  const { form, errors, busy } = useForm({
    schema: newQrCode,
    async send(body) {
      const params = { businessId }
      // Super admins enter their password again (schema/contract/permission.ts); owners don't.
      onCreated(await withFreshPassword(() => call('business.createQrCode', { params, body })))
    },
    onFailure: (error) =>
      showFailure(businessTexts.generationFailed, error, businessTexts.qrCodeNotCreated),
  })

  return (
    <form {...form} className="flex flex-col gap-4">
      <Field label={businessTexts.name} required error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            placeholder={businessTexts.qrCodeNameExample}
            maxLength={limits.labelLength}
          />
        )}
      </Field>
      <Field
        label={businessTexts.locationName}
        hint={businessTexts.locationNameHint}
        error={errors.locationName}
      >
        {(control) => (
          <Input
            {...control}
            name="locationName"
            placeholder={businessTexts.locationNameExample}
            maxLength={limits.labelLength}
          />
        )}
      </Field>
      {isOffline && <p className="text-warning">{businessTexts.qrCodeOffline}</p>}
      <Button type="submit" size="lg" busy={busy} disabled={isOffline}>
        {businessTexts.generate}
      </Button>
    </form>
  )
}

function MadeBefore({
  businessId,
  business,
  qrCode,
  onDone,
}: {
  businessId: string
  business: Business | null
  qrCode: QrCode
  onDone: () => void
}) {
  const [code, setCode] = useState<CreatedQrCode | null>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    call('business.qrCode', { params: { businessId, qrCodeId: qrCode.id } })
      .then(setCode)
      .catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error
        return drawHere(qrCode).then(setCode)
      })
      .catch((error: unknown) => setProblem(sentenceOf(error, businessTexts.imageNotCreated)))
  }, [businessId, qrCode])
  if (problem) return <p className="text-danger">{problem}</p>
  if (!code) return <Skeleton className="mx-auto size-[200px]" />
  return <MadeCode business={business} code={code} onDone={onDone} />
}

/** An existing code is just an address, so the device can draw it without the server. */
async function drawHere(qrCode: QrCode): Promise<CreatedQrCode> {
  const qrCodeUrl = printedSignUpUrl(location.origin, qrCode.code)
  const qrCodeDataUrl = await drawQrPng(qrCodeUrl, limits.qrImagePixels)
  return { ...qrCode, qrCodeUrl, qrCodeDataUrl }
}

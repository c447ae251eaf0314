/** Generate QR Code: a form, then the image to print. Also shows an existing code. */
import { Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '#pwa/api/call.ts'
import { NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { Button } from '#pwa/ui/button.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'
import { printedSignUpUrl } from '#schema/contract/address.ts'
import { limits } from '#schema/contract/limits.ts'
import { type CreatedQrCode, newQrCode, type QrCode } from '#schema/contract/qr-code.ts'
import { drawQrPng, drawQrSvg } from './download.ts'
import { PrintedAddress } from './printed-address.tsx'

interface QrCodeDialogProps {
  businessId: string
  open: boolean
  onOpen: (open: boolean) => void
  /** An existing code to show. */
  shown?: QrCode | null
  onCreated?: () => void
}

export function QrCodeDialog({ businessId, open, onOpen, shown, onCreated }: QrCodeDialogProps) {
  const [created, setCreated] = useState<CreatedQrCode | null>(null)

  function change(next: boolean) {
    if (!next) setCreated(null)
    onOpen(next)
  }

  const title = created || shown ? businessTexts.qrCode : businessTexts.generateQrCode
  return (
    <Dialog open={open} onOpen={change} title={title} description={hintOf(created ?? shown)}>
      {created ? (
        <Result code={created} onDone={() => change(false)} />
      ) : shown ? (
        <MadeBefore businessId={businessId} qrCode={shown} onDone={() => change(false)} />
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
  qrCode,
  onDone,
}: {
  businessId: string
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
  return <Result code={code} onDone={onDone} />
}

/** An existing code is just an address, so the device can draw it without the server. */
async function drawHere(qrCode: QrCode): Promise<CreatedQrCode> {
  const qrCodeUrl = printedSignUpUrl(location.origin, qrCode.code)
  const qrCodeDataUrl = await drawQrPng(qrCodeUrl, limits.qrImagePixels)
  return { ...qrCode, qrCodeUrl, qrCodeDataUrl }
}

function Result({ code, onDone }: { code: CreatedQrCode; onDone: () => void }) {
  const name = code.name || businessTexts.untitled
  return (
    <div className="flex flex-col gap-5">
      <figure className="flex flex-col items-center gap-3 text-center">
        <PrintSheet code={code} name={name} />
        <div className="rounded-lg border border-line bg-white p-3">
          <img
            src={code.qrCodeDataUrl}
            width={limits.qrImagePixels}
            height={limits.qrImagePixels}
            alt={businessTexts.qrCodeOf(name)}
            className="block"
          />
        </div>
        <figcaption>
          <bdi translate="no" className="block font-semibold">
            {name}
          </bdi>
          <bdi translate="no" className="text-ink-soft text-sm">
            {code.locationName || businessTexts.noLocation}
          </bdi>
        </figcaption>
      </figure>
      <Field label={businessTexts.signUpLink}>
        {(control) => (
          <div className="flex gap-2">
            <Input {...control} readOnly value={code.qrCodeUrl} className="text-sm" />
            <CopyButton
              text={code.qrCodeUrl}
              label={businessTexts.copySignUpLink}
              onCopied={() =>
                showToast({
                  title: businessTexts.urlCopied,
                  description: businessTexts.urlCopiedHint,
                })
              }
            />
          </div>
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        {(['png', 'svg'] as const).map((type) => (
          <Button
            key={type}
            look="secondary"
            size="lg"
            className="flex-1"
            onClick={() => void download(code, type)}
          >
            <Download size={18} aria-hidden="true" />
            <span>{type === 'png' ? businessTexts.download : businessTexts.downloadSvg}</span>
          </Button>
        ))}
        <Button look="secondary" size="lg" className="flex-1" onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
          {businessTexts.print}
        </Button>
        <Button size="lg" className="flex-1" onClick={onDone}>
          {businessTexts.done}
        </Button>
      </div>
    </div>
  )
}

/** The printed page: the code with its name and address, and nothing else. */
function PrintSheet({ code, name }: { code: CreatedQrCode; name: string }) {
  return createPortal(
    <div data-print-sheet="" className="hidden">
      <p className="font-semibold text-2xl">{businessTexts.scanToJoin}</p>
      <QrImage
        text={code.qrCodeUrl}
        label={businessTexts.qrCodeOf(name)}
        className="aspect-square min-h-0 w-120 max-w-full"
      />
      <bdi translate="no">{code.locationName || name}</bdi>
      <PrintedAddress url={code.qrCodeUrl} />
    </div>,
    document.body,
  )
}

/** Saves the picture under the code's name, or untitled. */
async function download(code: CreatedQrCode, type: 'png' | 'svg'): Promise<void> {
  const link = document.createElement('a')
  try {
    link.href =
      type === 'svg'
        ? await drawQrSvg(code.qrCodeUrl)
        : await drawQrPng(code.qrCodeUrl, limits.qrPrintPixels)
  } catch (error) {
    return showFailure(businessTexts.imageNotCreated, error)
  }
  link.download = `${fileNameOf(code.name)}.${type}`
  link.click()
}

function fileNameOf(name: string | null): string {
  const plain = (name ?? '').trim().replace(/[^\p{L}\p{N}]+/gu, '-')
  return plain.replace(/^-|-$/g, '').toLowerCase() || 'untitled'
}

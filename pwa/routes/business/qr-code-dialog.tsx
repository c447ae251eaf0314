/** Generate QR Code: a form, then the image to print (spec.md §2). Also shows one made before. */
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, sentenceOf } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { useForm } from '#pwa/routes/use-form.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { Button } from '#pwa/ui/button.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'
import { type CreatedQrCode, newQrCode, type QrCode } from '#schema/contract/qr-code.ts'

interface QrCodeDialogProps {
  businessId: string
  open: boolean
  onOpen: (open: boolean) => void
  /** One made before, shown again. */
  shown?: QrCode | null
  onCreated?: () => void
}

export function QrCodeDialog({ businessId, open, onOpen, shown, onCreated }: QrCodeDialogProps) {
  const [created, setCreated] = useState<CreatedQrCode | null>(null)

  function change(next: boolean) {
    if (!next) setCreated(null)
    onOpen(next)
  }

  const title = created || shown ? 'QR Code' : 'Generate QR Code'
  return (
    <Dialog
      open={open}
      onOpen={change}
      title={title}
      description={
        created || shown
          ? 'Print it and put it where customers wait. Scanning it opens your sign-up page.'
          : 'Name it after the place where it will hang, so that you can tell scans apart.'
      }
    >
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

function NewCodeForm({
  businessId,
  onCreated,
}: {
  businessId: string
  onCreated: (code: CreatedQrCode) => void
}) {
  const { form, errors, busy } = useForm({
    schema: newQrCode,
    async send(body) {
      const params = { businessId }
      // A super admin gives the password again (schema/contract/permission.ts); owners are not asked.
      onCreated(await withFreshPassword(() => call('business.createQrCode', { params, body })))
    },
    onFailure: (error) =>
      showFailure('Generation Failed', error, 'The QR code could not be made. Please try again.'),
  })

  return (
    <form {...form} className="flex flex-col gap-4">
      <Field label="Name" required error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            placeholder="Counter sticker"
            maxLength={limits.labelLength}
          />
        )}
      </Field>
      <Field
        label="Location name"
        hint="Optional. Shown to customers on the sign-up page."
        error={errors.locationName}
      >
        {(control) => (
          <Input
            {...control}
            name="locationName"
            placeholder="Front counter"
            maxLength={limits.labelLength}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={busy}>
        Generate
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
      .catch((error: unknown) =>
        setProblem(sentenceOf(error, 'The image could not be made. Please try again.')),
      )
  }, [businessId, qrCode.id])
  if (problem) return <p className="text-danger">{problem}</p>
  if (!code) return <Skeleton className="mx-auto size-[200px]" />
  return <Result code={code} onDone={onDone} />
}

function Result({ code, onDone }: { code: CreatedQrCode; onDone: () => void }) {
  const name = code.name || 'Untitled'
  return (
    <div className="flex flex-col gap-5">
      <figure className="flex flex-col items-center gap-3 text-center">
        <div className="rounded-lg border border-line bg-white p-3">
          <img
            src={code.qrCodeDataUrl}
            width={limits.qrImagePixels}
            height={limits.qrImagePixels}
            alt={`QR code ${name}`}
            className="block"
          />
        </div>
        <figcaption>
          <bdi className="block font-semibold">{name}</bdi>
          <bdi className="text-ink-soft text-sm">{code.locationName || 'No location'}</bdi>
        </figcaption>
      </figure>
      <Field label="Signup URL">
        {(control) => (
          <div className="flex gap-2">
            <Input {...control} readOnly value={code.qrCodeUrl} className="text-sm" />
            <CopyButton
              text={code.qrCodeUrl}
              label="Copy signup URL"
              onCopied={() =>
                showToast({
                  title: 'URL Copied!',
                  description: 'The signup URL has been copied to your clipboard.',
                })
              }
            />
          </div>
        )}
      </Field>
      <div className="flex gap-3">
        <Button look="secondary" size="lg" className="flex-1" onClick={() => download(code)}>
          <Download size={18} aria-hidden="true" />
          Download
        </Button>
        <Button size="lg" className="flex-1" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** Saves the PNG under the code's name, or untitled (spec.md §2). */
function download(code: CreatedQrCode): void {
  const link = document.createElement('a')
  link.href = code.qrCodeDataUrl
  link.download = `${fileNameOf(code.name)}.png`
  link.click()
}

function fileNameOf(name: string | null): string {
  const plain = (name ?? '').trim().replace(/[^\p{L}\p{N}]+/gu, '-')
  return plain.replace(/^-|-$/g, '').toLowerCase() || 'untitled'
}

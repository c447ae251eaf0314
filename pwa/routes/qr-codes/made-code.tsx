/** A QR code's image with its link, to copy, download and print. */
import { Download, Printer } from 'lucide-react'
import type { ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { Button } from '#pwa/ui/button.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import type { CreatedQrCode } from '#schema/contract/qr-code.ts'
import { drawQrPng, drawQrSvg } from './download.ts'
import { PrintedCode } from './printed-code.tsx'

interface MadeCodeProps {
  business: Business | null
  code: CreatedQrCode
  onDone: () => void
}

export function MadeCode({ business, code, onDone }: MadeCodeProps) {
  const name = code.name || businessTexts.untitled
  return (
    <div className="flex flex-col gap-5">
      <figure className="flex flex-col items-center gap-3 text-center">
        {business && <Poster business={business} url={code.qrCodeUrl} name={name} />}
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

/** The printed page: a poster and nothing else. */
function Poster(props: ComponentProps<typeof PrintedCode>) {
  return createPortal(
    <div data-print-sheet="" className="hidden">
      <PrintedCode poster {...props} />
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

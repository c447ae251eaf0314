/**
 * The member code in full screen for scanners: white in the dark theme too, as large as the phone
 * allows, with the screen kept awake. Works offline.
 */
import { QrCode, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { Button } from '#pwa/ui/button.tsx'
import { useWakeLock } from '#pwa/ui/use-wake-lock.ts'

interface FullScreenCodeProps {
  businessName: string | undefined
  name: string
  memberId: string
}

export function FullScreenCode({ businessName, name, memberId }: FullScreenCodeProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useWakeLock(isOpen)

  return (
    <>
      <Button
        look="ghost"
        size="lg"
        className="mt-2 text-black! hover:bg-black/5!"
        onClick={() => {
          dialog.current?.showModal()
          setOpen(true)
        }}
      >
        <QrCode size={17} aria-hidden="true" />
        {cardTexts.fullScreen}
      </Button>
      <dialog
        ref={dialog}
        aria-label={cardTexts.memberQr}
        onClose={() => setOpen(false)}
        className="m-0 h-dvh max-h-none w-screen max-w-none bg-white p-0 text-black"
      >
        {isOpen && (
          <div className="flex h-full flex-col items-center justify-center gap-4 p-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] landscape:flex-row">
            <QrImage
              text={`${location.origin}/member/${memberId}`}
              label={cardTexts.memberQr}
              className="aspect-square w-[min(94vw,70dvh)] shrink-0 landscape:w-[min(55vw,88dvh)]"
            />
            <div className="flex min-w-0 flex-col items-center gap-3 text-center">
              {businessName && (
                <p translate="no" className="wrap-anywhere text-lg">
                  {businessName}
                </p>
              )}
              <bdi translate="no" className="wrap-anywhere font-semibold text-xl">
                {name}
              </bdi>
              <Button
                look="ghost"
                size="lg"
                className="border border-black text-black! hover:bg-black/5!"
                onClick={() => dialog.current?.close()}
              >
                <X size={18} aria-hidden="true" />
                {cardTexts.closeFullScreen}
              </Button>
            </div>
          </div>
        )}
      </dialog>
    </>
  )
}

/**
 * The camera scanner: starts when the person asks for it, and reports what it reads or why it
 * can't.
 */

import { Camera, CameraOff } from 'lucide-react'
import { useRef } from 'react'
import { scanTexts } from '#pwa/texts/scan.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { useScanner } from '#pwa/visitor/use-scanner.ts'

export function CameraScanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, sentence, start, stop } = useScanner(video, onCode)
  const isRunning = state === 'scanning' || state === 'starting'
  return (
    <section aria-label={scanTexts.scanner} className="flex flex-col gap-4">
      <div className="relative aspect-square overflow-hidden rounded-xl bg-sunken">
        <video
          ref={video}
          muted
          playsInline
          className={classNames('size-full object-cover', !isRunning && 'hidden')}
        />
        {!isRunning && <Idle isUnusable={state !== 'idle'} />}
        <Frame className={isRunning ? 'stroke-white' : 'stroke-line-strong/60'} />
      </div>
      <Said state={state} sentence={sentence} />
      {isRunning ? (
        <Button look="secondary" size="lg" onClick={stop}>
          {scanTexts.stopScanning}
        </Button>
      ) : (
        <Button look="primary" size="lg" onClick={() => void start()}>
          <Camera size={19} aria-hidden="true" />
          {scanTexts.startScanner}
        </Button>
      )}
    </section>
  )
}

function Said({ state, sentence }: { state: string; sentence: string }) {
  if (state === 'denied') {
    return (
      <div role="alert" className="rounded-md bg-danger-soft p-4 text-danger text-sm">
        <p className="font-semibold">{scanTexts.cameraRequired}</p>
        <p className="mt-1">{scanTexts.cameraDenied}</p>
      </div>
    )
  }
  if (state === 'missing') {
    return (
      <p role="alert" className="rounded-md bg-warning-soft p-4 text-sm text-warning">
        {scanTexts.noCamera}
      </p>
    )
  }
  return (
    <p
      role="status"
      className={state === 'idle' ? 'sr-only' : 'min-h-12 text-center text-ink-soft'}
    >
      {state === 'idle' ? '' : sentence || scanTexts.scanning}
    </p>
  )
}

function Idle({ isUnusable }: { isUnusable: boolean }) {
  const Icon = isUnusable ? CameraOff : Camera
  return (
    <div className="absolute inset-0 flex items-center justify-center text-ink-faint">
      <Icon size={44} strokeWidth={1.5} aria-hidden="true" />
    </div>
  )
}

/** Four corners to aim with. */
function Frame({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute inset-[14%] size-[72%] fill-none stroke-[2]',
        className,
      )}
    >
      <path
        strokeLinecap="round"
        d="M2 18V8a6 6 0 0 1 6-6h10M82 2h10a6 6 0 0 1 6 6v10M98 82v10a6 6 0 0 1-6 6H82M18 98H8a6 6 0 0 1-6-6V82"
      />
    </svg>
  )
}

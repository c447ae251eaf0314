/** The counter's camera scanner, with two alternatives: a photo, or typing the code. */
import { Flashlight, Image } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { give } from '#pwa/routes/member/feedback.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Input, Select } from '#pwa/ui/input.tsx'
import type { Scanner } from '#pwa/visitor/scanner.ts'
import { type CounterCode, type ForeignCode, readCounterCode } from './read-code.ts'
import { TaskHeader } from './task-header.tsx'
import { useCamera } from './use-camera.ts'

interface ScanPanelProps {
  onCode: (code: CounterCode) => void
  onBack: () => void
}

const troubles = {
  denied: 'cameraDenied',
  busy: 'cameraBusy',
  missing: 'cameraMissing',
  unready: 'cameraUnready',
  stopped: 'cameraStopped',
} as const

export function ScanPanel({ onCode, onBack }: ScanPanelProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [said, setSaid] = useState<ForeignCode | 'nothingInPhoto' | null>(null)
  const { trouble, scanner, choose } = useCamera(video, read)
  /** The camera keeps reading until the result is on the screen. */
  const isRead = useRef(false)

  function read(text: string) {
    const code = readCounterCode(text, location.origin)
    if (code.kind === 'foreign') {
      // The camera reads the same code many times a second; respond once.
      if (said !== code.why) give('refused')
      setSaid(code.why)
      return
    }
    if (isRead.current) return
    isRead.current = true
    give('seen')
    onCode(code)
  }

  async function readPhoto(photo: File | undefined) {
    if (!photo) return
    const { readPicture } = await import('#pwa/visitor/scanner.ts')
    const [text] = await readPicture(photo).catch((): string[] => [])
    if (text === undefined) setSaid('nothingInPhoto')
    else read(text)
  }

  return (
    <TaskHeader title={texts.scanTitle} back={texts.stopScanning} onBack={onBack}>
      <div className="flex flex-col gap-4 short:grid short:auto-cols-fr short:grid-flow-col short:items-start short:gap-x-6">
        {trouble === null && <Viewfinder video={video} scanner={scanner} />}
        <div className="flex min-w-0 flex-col gap-4 short:gap-2">
          {trouble ? (
            <p role="alert" className="rounded-md bg-warning-soft p-4 text-warning">
              {texts[troubles[trouble]]}
            </p>
          ) : (
            <p role="status" className="min-h-12 text-center text-ink-soft">
              {said ? texts[said] : texts.scanning}
            </p>
          )}
          {scanner && scanner.cameras.length > 1 && <CameraChoice {...scanner} onChoose={choose} />}
          <CodeByHand onPhoto={(photo) => void readPhoto(photo)} onCode={read} />
          {trouble && said && (
            <p role="status" className="text-center text-ink-soft">
              {texts[said]}
            </p>
          )}
        </div>
      </div>
    </TaskHeader>
  )
}

interface ViewfinderProps {
  video: RefObject<HTMLVideoElement | null>
  scanner: Scanner | null
}

function Viewfinder({ video, scanner }: ViewfinderProps) {
  return (
    <div className="relative aspect-square max-h-[55dvh] overflow-hidden rounded-xl bg-black">
      <video ref={video} muted playsInline className="size-full object-cover" />
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-[15%] rounded-xl border-4 border-white/80"
      />
      {scanner?.setTorch && <Torch key={scanner.cameraId} light={scanner.setTorch} />}
    </div>
  )
}

function Torch({ light }: { light: NonNullable<Scanner['setTorch']> }) {
  const [lit, setLit] = useState(false)
  return (
    <Button
      look="secondary"
      size="lg"
      aria-pressed={lit}
      className="absolute right-3 bottom-3"
      onClick={() =>
        void light(!lit).then(
          () => setLit(!lit),
          () => {},
        )
      }
    >
      <Flashlight size={18} aria-hidden="true" />
      {texts.torch}
    </Button>
  )
}

interface CameraChoiceProps extends Pick<Scanner, 'cameras' | 'cameraId'> {
  onChoose: (cameraId: string) => void
}

function CameraChoice({ cameras, cameraId, onChoose }: CameraChoiceProps) {
  return (
    <Select
      aria-label={texts.camera}
      value={cameraId ?? ''}
      onChange={(event) => onChoose(event.target.value)}
    >
      {cameras.map(({ id, label }, index) => (
        <option key={id} value={id}>
          {label || texts.cameraNumber(index + 1)}
        </option>
      ))}
    </Select>
  )
}

interface CodeByHandProps {
  onPhoto: (photo: File | undefined) => void
  onCode: (typed: string) => void
}

/** For a camera that doesn't work, or a code that is too small for it. */
function CodeByHand({ onPhoto, onCode }: CodeByHandProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onCode(String(new FormData(event.currentTarget).get('code') ?? ''))
  }
  return (
    <>
      <label className="flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-lg border border-line-strong/45 bg-surface px-5 font-semibold shadow-card hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus">
        <Image size={18} aria-hidden="true" />
        {texts.choosePhoto}
        <input
          type="file"
          accept="image/*"
          className="sr-only"
          onChange={(event) => onPhoto(event.target.files?.[0])}
        />
      </label>
      <form onSubmit={submit} className="flex gap-2">
        <Input
          name="code"
          aria-label={texts.typeCode}
          placeholder={texts.typeCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="h-12"
        />
        <Button type="submit" look="secondary" size="lg">
          {texts.go}
        </Button>
      </form>
    </>
  )
}

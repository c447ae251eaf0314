/** Six digits by thumb or keyboard; the sixth digit submits the PIN. */
import type { TillMember } from '#pwa/session/till.ts'
import type { Unlocking } from '#pwa/session/till-lock.ts'
import { keep } from '#pwa/texts/keep.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { NumberPad, pressDigit } from '#pwa/ui/number-pad.tsx'
import { limits } from '#schema/contract/limits.ts'
import { usePin } from './use-pin.ts'

interface PinPadProps {
  person: TillMember
  /** The name that the lock screen shows. */
  name: string
  onBack: () => void
}

export function PinPad({ person, name, onBack }: PinPadProps) {
  const { digits, busy, ended, secondsLeft, group, type, ignoreScanner } = usePin(person)
  const isWiped = ended?.kind === 'wiped'
  return (
    <div
      className={classNames(
        'flex w-full max-w-sm flex-col items-center gap-5 [--key-height:clamp(2.75rem,calc((100dvh-24rem)/4),4rem)] low:gap-2',
        !isWiped &&
          'short:grid short:max-w-none short:grid-cols-2 short:justify-items-center short:gap-x-8',
      )}
    >
      <h2 id="whose-pin" className="wrap-anywhere font-medium text-lg short:col-start-1">
        <KeptWords>{texts.enterPin(keep(name))}</KeptWords>
      </h2>
      <Dots count={digits.length} />
      <Answer ended={ended} secondsLeft={secondsLeft} />
      {!isWiped && (
        // biome-ignore lint/a11y/useSemanticElements: the pad inside is the fieldset; this element takes its keys
        <div
          ref={group}
          role="group"
          tabIndex={-1}
          aria-labelledby="whose-pin"
          aria-busy={busy}
          className="w-full focus:outline-none short:col-start-2 short:row-span-5 short:row-start-1"
          onKeyDownCapture={ignoreScanner}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget) return
            if (/^\d$/.test(event.key)) void type((digits + event.key).slice(0, limits.pinDigits))
            if (event.key === 'Backspace') void type(digits.slice(0, -1))
            if (event.key === 'Escape') onBack()
          }}
        >
          <NumberPad
            label={texts.enterPin(name)}
            kind="digits"
            paused={secondsLeft > 0}
            onKey={(key) => void type(pressDigit(digits, key, limits.pinDigits))}
          />
        </div>
      )}
      <p role="status" className="min-h-6 text-ink-soft short:col-start-1">
        {busy && texts.checking}
      </p>
      <Button look="ghost" size="lg" className="short:col-start-1" onClick={onBack}>
        {texts.notYou}
      </Button>
    </div>
  )
}

/** Shows how many digits were typed, not which. */
function Dots({ count }: { count: number }) {
  return (
    <>
      <div aria-hidden="true" className="flex gap-3 short:col-start-1">
        {Array.from({ length: limits.pinDigits }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: fixed positions that never reorder
            key={index}
            className={
              index < count
                ? 'size-4 rounded-full bg-ink forced-colors:border-8'
                : 'size-4 rounded-full border-2 border-line-strong'
            }
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {texts.digits(count)}
      </p>
    </>
  )
}

/** Announced once; the countdown itself is only visible. */
function Answer({ ended, secondsLeft }: { ended: Unlocking | null; secondsLeft: number }) {
  const isWait = ended?.kind === 'wait'
  return (
    <p role="alert" className="min-h-6 text-center text-danger short:col-start-1">
      <span className={isWait ? 'sr-only' : undefined}>{ended && sayOf(ended)}</span>
      {isWait && secondsLeft > 0 && (
        <span aria-hidden="true" className="tabular-nums">
          {texts.wait(secondsLeft)}
        </span>
      )}
    </p>
  )
}

function sayOf(ended: Unlocking): string | null {
  if (ended.kind === 'wrong') return texts.wrong(ended.triesLeft)
  if (ended.kind === 'wait') return texts.wait(ended.seconds)
  if (ended.kind === 'unreadable') return texts.unreadable
  return ended.kind === 'wiped' ? texts.wiped : null
}

/** Scan mode, the sign-up page without a code: scan one with the camera or type it. */

import { type FormEvent, useEffect, useState } from 'react'
import { scanTexts } from '#pwa/texts/scan.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { LanguageSwitch } from '#pwa/ui/language-switch.tsx'
import { Logo } from '#pwa/ui/logo.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { goTo } from '#pwa/visitor/address.ts'
import { readScannedText } from '#pwa/visitor/scanned-text.ts'
import { signUpPath } from '#schema/contract/address.ts'
import { CameraScanner } from './camera.tsx'

/** Selects a code by navigating to its address. */
const choose = (code: string) => goTo(signUpPath(code))

/**
 * Reads text that another app shared with the installed app; the first part with a valid code wins.
 */
function readShared() {
  const shared = new URLSearchParams(location.search).getAll('shared').filter(Boolean)
  const read = shared.map((text) => readScannedText(text, location.origin))
  return read.find((each) => 'code' in each) ?? read[0]
}

export function ScanScreen() {
  useEffect(() => {
    document.title = scanTexts.scanTitle
    const read = readShared()
    if (read && 'code' in read) choose(read.code)
    if (read && 'sentence' in read) showToast({ title: read.sentence, tone: 'destructive' })
  }, [])
  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col gap-6 px-4 pt-6 pb-10">
      <Logo />
      <main className="flex flex-col gap-6">
        <div>
          <h1 className="font-bold text-2xl tracking-tight">{scanTexts.scanHeadline}</h1>
          <p className="mt-1.5 text-ink-soft">{scanTexts.scanHint}</p>
        </div>
        <CameraScanner onCode={choose} />
        <ManualCode onCode={choose} />
      </main>
      <footer className="text-center">
        <LanguageSwitch />
      </footer>
    </div>
  )
}

function ManualCode({ onCode }: { onCode: (code: string) => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') {
      return showToast({
        title: scanTexts.error,
        description: scanTexts.scanFirst,
        tone: 'destructive',
      })
    }
    const read = readScannedText(text, location.origin)
    if ('sentence' in read) setError(read.sentence)
    else onCode(read.code)
  }

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4 border-line border-t pt-6">
      <Field label={scanTexts.enterCode} error={error}>
        {(control) => (
          <Input
            {...control}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
            placeholder="ABCDEFGHJK"
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            className="font-mono tracking-wider"
          />
        )}
      </Field>
      <Button type="submit" look="secondary" size="lg" disabled={text.trim() === ''}>
        {scanTexts.continue}
      </Button>
    </form>
  )
}

/**
 * Error boundary around a screen. It catches render errors, most often a file that failed to load,
 * and says what happened to the last thing saved here and what to do. Use the screen's address as
 * its key, so that another screen starts without the error.
 */

import { Component, type ReactNode } from 'react'
import { readLastSaved } from '#pwa/api/last-saved.ts'
import { brokenScreenTexts } from '#pwa/texts/broken-screen.ts'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { endFirstFrame } from './first-frame.ts'

export class ScreenBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    endFirstFrame()
  }

  override render() {
    return this.state.broken ? <BrokenScreen /> : this.props.children
  }
}

export function BrokenScreen() {
  const saved = readLastSaved()
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col items-center justify-center gap-4 px-6 text-center">
      <h1 className="font-semibold text-xl">{brokenScreenTexts.somethingWrong}</h1>
      <p className="text-ink-soft">
        {saved ? brokenScreenTexts.savedHint[saved.kind] : brokenScreenTexts.brokenHint}
      </p>
      {saved && (
        <a href={saved.address} className={buttonClass('primary', 'lg')}>
          {brokenScreenTexts.open[saved.kind]}
        </a>
      )}
      <Button look={saved ? 'secondary' : 'primary'} size="lg" onClick={() => location.reload()}>
        {brokenScreenTexts.tryAgain}
      </Button>
    </main>
  )
}

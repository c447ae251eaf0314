/** This device's settings for sound and vibration, and a link that turns it into a kiosk. */
import { KioskLink } from '#pwa/routes/frame/kiosk-link.tsx'
import { setSense, useSenses } from '#pwa/routes/member/feedback.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Switch } from '#pwa/ui/switch.tsx'

export function SenseSettings() {
  const senses = useSenses()
  return (
    <details className="rounded-lg border border-line px-4">
      <summary className="flex min-h-12 cursor-pointer items-center text-ink-soft text-sm">
        {texts.settings}
      </summary>
      <Switch
        label={texts.sound}
        checked={senses.sound}
        onChange={(event) => setSense('sound', event.target.checked)}
      />
      <Switch
        label={texts.vibration}
        checked={senses.vibration}
        onChange={(event) => setSense('vibration', event.target.checked)}
      />
      <div className="py-3">
        <KioskLink size="lg" />
      </div>
    </details>
  )
}

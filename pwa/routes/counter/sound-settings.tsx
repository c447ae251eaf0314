/** This device's settings for sound and vibration, and a link that turns it into a kiosk. */
import { Settings } from 'lucide-react'
import { KioskLink } from '#pwa/routes/frame/kiosk-link.tsx'
import { setSense, useSenses } from '#pwa/routes/member/feedback.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Switch } from '#pwa/ui/switch.tsx'

export function SoundSettings() {
  const senses = useSenses()
  return (
    <details className="px-3">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-ink-soft text-sm">
        <Settings size={16} aria-hidden="true" />
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

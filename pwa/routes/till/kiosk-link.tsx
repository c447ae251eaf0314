/** The way to the kiosk's start, from the counter's settings and the owner's tills. */
import { Link } from '@tanstack/react-router'
import { Tablet } from 'lucide-react'
import { kioskTexts as texts } from '#pwa/texts/kiosk.ts'
import { buttonClass } from '#pwa/ui/button.tsx'

export function KioskLink() {
  return (
    <Link to="/kiosk" className={`${buttonClass('secondary', 'lg')} whitespace-normal`}>
      <Tablet size={18} aria-hidden="true" className="shrink-0" />
      {texts.link}
    </Link>
  )
}

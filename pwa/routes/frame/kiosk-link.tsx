/**
 * A link to the screen that starts the kiosk, in the counter's settings and on the owner's tills.
 */
import { Link } from '@tanstack/react-router'
import { Tablet } from 'lucide-react'
import { kioskTexts as texts } from '#pwa/texts/kiosk.ts'
import { type ButtonSize, buttonClass } from '#pwa/ui/button.tsx'

/** @param size the counter's touch targets are larger than the owner's */
export function KioskLink({ size }: { size: ButtonSize }) {
  return (
    <Link
      to="/kiosk"
      className={`${buttonClass('secondary', size)} h-auto! min-h-10 whitespace-normal! py-1.5`}
    >
      <Tablet size={18} aria-hidden="true" className="shrink-0" />
      {texts.link}
    </Link>
  )
}

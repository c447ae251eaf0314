/**
 * Terms and privacy at the kiosk, in a dialog over the form, because another page would let people
 * leave the kiosk.
 */
import { LegalProse } from '#pwa/routes/legal/legal-prose.tsx'
import { kioskTexts as texts } from '#pwa/texts/kiosk.ts'
import { privacyTexts } from '#pwa/texts/privacy.ts'
import { termsTexts } from '#pwa/texts/terms.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import type { LegalPage } from './consents.tsx'

export function LegalDialog({ page, onClose }: { page: LegalPage; onClose: () => void }) {
  const { title, summary, sections } = page === 'terms' ? termsTexts : privacyTexts
  return (
    <Dialog open onOpen={(open) => !open && onClose()} title={title} description={summary} wide>
      <LegalProse sections={sections} />
      <Button size="lg" className="mt-6 w-full" onClick={onClose}>
        {texts.close}
      </Button>
    </Dialog>
  )
}

/** Shown for unknown addresses under the public pages. */

import { SearchX } from 'lucide-react'
import { Notice } from '#pwa/routes/join/notice.tsx'
import { cardTexts } from '#pwa/texts/card.ts'

export function UnknownAddressScreen() {
  return (
    <Notice icon={<SearchX size={26} />} title={cardTexts.pageNotFound}>
      {cardTexts.pageNotFoundHint}
    </Notice>
  )
}

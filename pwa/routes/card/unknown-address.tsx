/** Shown for unknown addresses under the public pages. */

import { SearchX } from 'lucide-react'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { scanTexts } from '#pwa/texts/scan.ts'

export function UnknownAddressScreen() {
  return (
    <Notice icon={<SearchX size={26} />} title={scanTexts.pageNotFound}>
      {scanTexts.pageNotFoundHint}
    </Notice>
  )
}

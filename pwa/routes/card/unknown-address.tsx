/** An address below the public pages that leads nowhere (spec.md §2). */
import { SearchX } from 'lucide-react'
import { Notice } from '#pwa/routes/join/notice.tsx'

export function UnknownAddressScreen() {
  return (
    <Notice icon={<SearchX size={26} />} title="Page Not Found">
      Nothing is at this address. Scan the QR code of the business again.
    </Notice>
  )
}

/** Work on hold for the owner's decision, with the way to *Devices*, where they decide. */
import { Link } from '@tanstack/react-router'
import { operationTitle } from '#pwa/routes/frame/operation-title.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import type { ParkedOperation } from '#schema/contract/sync.ts'

export function HeldWork({ work }: { work: readonly ParkedOperation[] }) {
  return (
    <Card
      flush
      title={outboxTexts.needsReview}
      description={texts.heldWork(work.length)}
      actions={
        <Link to="/business-dashboard/devices" className={buttonClass('secondary')}>
          {texts.openDevices}
        </Link>
      }
    >
      <ul className="divide-y divide-line border-line border-t">
        {work.map(({ operationId, name, payload }) => (
          <li key={operationId} className="wrap-anywhere px-5 py-3 font-medium">
            {operationTitle(name, payload ?? {})}
          </li>
        ))}
      </ul>
    </Card>
  )
}

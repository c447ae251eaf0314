/**
 * Sign-ups from this device's kiosk that the server refused, and how many the browser cleared, for
 * the business's signed-in staff. Only this device knows of them.
 */
import { useLiveQuery } from 'dexie-react-hooks'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { useQrCodes } from '#pwa/loyalty/qr-code.ts'
import { kioskTexts as texts } from '#pwa/texts/kiosk.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import type { SignUpRow } from '#pwa/visitor/database.ts'
import { dismissEvicted } from '#pwa/visitor/evicted.ts'
import { readKioskWork } from '#pwa/visitor/kiosk-work.ts'
import { dismissRow } from '#pwa/visitor/outbox.ts'

export function KioskRefusals() {
  const { qrCodes } = useQrCodes()
  const work = useLiveQuery(() => readKioskWork().catch(() => null), [])
  // The tablet may have been the kiosk of another business.
  const own = new Set(qrCodes.map(({ code }) => code))
  const refused = work?.refused.filter(({ code }) => own.has(code)) ?? []
  const evicted = work?.evicted ?? 0
  return (
    <>
      {evicted > 0 && <EvictedSignUps count={evicted} />}
      {refused.length > 0 && <RefusedSignUps refused={refused} />}
    </>
  )
}

function EvictedSignUps({ count }: { count: number }) {
  return (
    <Banner
      tone="danger"
      inset
      action={
        <Button look="secondary" size="sm" onClick={() => void dismissEvicted()}>
          {texts.dismiss}
        </Button>
      }
    >
      {`${texts.evicted(count)} ${texts.evictedHint}`}
    </Banner>
  )
}

function RefusedSignUps({ refused }: { refused: readonly SignUpRow[] }) {
  return (
    <Card title={texts.refusedTitle} description={texts.refusedHint}>
      <ul className="flex flex-col divide-y divide-line">
        {refused.map(({ operationId, payload, refusal }) => {
          const name = `${payload.firstName} ${payload.lastName}`
          return (
            <li key={operationId} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 flex-1 basis-52">
                <bdi translate="no" className="wrap-anywhere block font-medium">
                  {name}
                </bdi>
                <p className="wrap-anywhere text-ink-soft text-sm">
                  {[payload.email, payload.phone].filter(Boolean).join(' · ')}
                </p>
                {refusal && (
                  <p className="text-danger text-sm">
                    {refusalSentence(refusal.code, refusal.message)}
                  </p>
                )}
              </div>
              <Button
                look="secondary"
                size="lg"
                aria-label={texts.dismissOf(name)}
                onClick={() => void dismissRow(operationId)}
              >
                {texts.dismiss}
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** The devices where the member's card is open; they end them here, or give the card a new address. */
import { useState } from 'react'
import { deviceName } from '#pwa/texts/device-name.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { ownData, ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { OwnData } from '#schema/contract/member-privacy.ts'

interface MemberPlacesProps {
  places: OwnData['places']
  busy: boolean
  /** Ends one place, or all but this one. */
  onEnd: (placeId?: string) => Promise<void>
  /** Gives the card a new address. */
  onMove: () => Promise<void>
}

export function MemberPlaces({ places, busy, onEnd, onMove }: MemberPlacesProps) {
  const [moving, setMoving] = useState(false)
  const ending = places.filter(({ isThis, mayEnd }) => !isThis && mayEnd !== false)
  return (
    <section>
      <h3 className="font-medium">{texts.places}</h3>
      <p className="text-ink-soft text-sm">{texts.placesHint}</p>
      <ul className="mt-1 divide-y divide-line">
        {places.map((place) => (
          <li
            key={place.placeId}
            className="flex min-h-14 items-center justify-between gap-3 py-2 text-sm"
          >
            <span className="min-w-0">
              <span className="wrap-anywhere block font-medium">{placeName(place.device)}</span>
              <span className="block text-ink-soft">
                {place.isThis ? texts.thisOne : texts.since(formatDay(place.createdAt))}
              </span>
            </span>
            {ending.includes(place) && (
              <Button
                look="secondary"
                size="lg"
                disabled={busy}
                aria-label={texts.endOf(placeName(place.device))}
                onClick={() => void onEnd(place.placeId)}
              >
                {texts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-col gap-2">
        {ending.length > 1 && (
          <Button look="secondary" size="lg" disabled={busy} onClick={() => void onEnd()}>
            {texts.endOthers}
          </Button>
        )}
        <Button look="secondary" size="lg" disabled={busy} onClick={() => setMoving(true)}>
          {texts.newAddress}
        </Button>
      </div>
      <ConfirmDialog
        open={moving}
        onOpen={setMoving}
        title={texts.newAddressTitle}
        act={texts.newAddress}
        look="brand"
        busy={busy}
        onConfirm={() => void onMove().finally(() => setMoving(false))}
      >
        {texts.newAddressMeaning}
      </ConfirmDialog>
    </section>
  )
}

const placeName = (device: string | null) =>
  device === ownData.mailedLink ? texts.mailedLink : deviceName(device)

/**
 * Previews whom a campaign would reach right now: the count and a few names. It asks the server a
 * moment after typing.
 */
import { useEffect, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { type Audience, audience, type CampaignPreview } from '#schema/contract/campaign.ts'

const pauseMs = 350

interface AudiencePreviewProps {
  businessId: string
  /** The audience in the form; the preview sends it only once it is valid. */
  typed: unknown
  /** Leaves out whom this campaign has reached. */
  campaignId?: string
}

export function AudiencePreview({ businessId, typed, campaignId }: AudiencePreviewProps) {
  const checked = audience.safeParse(typed)
  const wanted = checked.success ? JSON.stringify(checked.data) : null
  const [shown, setShown] = useState<{ of: string; preview: CampaignPreview | null } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const body = { audience: JSON.parse(wanted) as Audience, campaignId }
      call('business.previewCampaign', { params: { businessId }, body, signal: stop.signal }).then(
        (preview) => setShown({ of: wanted, preview }),
        () => {
          if (!stop.signal.aborted) setShown({ of: wanted, preview: null })
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [businessId, campaignId, wanted])
  if (wanted === null) return null
  const isCurrent = shown?.of === wanted
  return (
    <div role="status" className="rounded-lg bg-sunken px-4 py-3 text-sm">
      {!isCurrent ? (
        <p className="text-ink-soft">{texts.counting}</p>
      ) : shown.preview ? (
        <Preview
          preview={shown.preview}
          whyNone={checked.success && campaignId === undefined ? whyNoneFits(checked.data) : null}
        />
      ) : (
        <p className="text-ink-soft">{texts.noPreview}</p>
      )}
    </div>
  )
}

interface PreviewProps {
  preview: CampaignPreview
  /** For no fitting member; null where the campaign may have reached them all. */
  whyNone: string | null
}

function whyNoneFits(of: Audience): string {
  return of.kind === 'birthday' ? texts.noBirthday(of.daysBefore) : texts.fitsNobody
}

function Preview({ preview, whyNone }: PreviewProps) {
  const { count, names, withoutConsent } = preview
  const { withoutEmail = 0, withoutMailbox = 0, unproved = 0 } = preview
  const isFitByNone = count + withoutConsent + withoutEmail + withoutMailbox + unproved === 0
  const listed = new Intl.ListFormat(document.documentElement.lang, { type: 'unit' }).format(names)
  return (
    <>
      <p className="font-medium">{count === 0 ? texts.reachesNobody : texts.reach(count)}</p>
      {isFitByNone && whyNone && <p className="text-ink-soft">{whyNone}</p>}
      {count > 0 && (
        <p className="wrap-anywhere text-ink-soft">
          <bdi translate="no">{texts.named(listed, count - names.length)}</bdi>
        </p>
      )}
      {withoutConsent > 0 && (
        <p className="text-ink-soft">{texts.withoutConsent(withoutConsent)}</p>
      )}
      {withoutEmail > 0 && <p className="text-ink-soft">{texts.withoutEmail(withoutEmail)}</p>}
      {withoutMailbox > 0 && (
        <p className="text-ink-soft">{texts.withoutMailbox(withoutMailbox)}</p>
      )}
      {unproved > 0 && <p className="text-ink-soft">{texts.unproved(unproved)}</p>}
    </>
  )
}

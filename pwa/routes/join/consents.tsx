/**
 * Five separate consents, all unticked: the two required ones, whose legend is on the first screen of
 * most phones, and three that are folded under their names, so that the form stays short.
 */
import { joinTexts } from '#pwa/texts/join.ts'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import type { SignUpPayload } from '#schema/contract/sign-up.ts'

interface ConsentsProps {
  /** The ticked boxes of a refused sign-up that is being corrected. */
  edited: SignUpPayload | undefined
  errors: Record<string, string>
  /**
   * Opens a legal page within the kiosk; otherwise it opens in another tab, so that the form keeps
   * its input.
   */
  onRead: ((page: LegalPage) => void) | undefined
}

/** In two columns on low desktops and tablets, so that the form's button is on the first screen. */
const boxesClass = 'clear-both lg:low:grid lg:low:grid-cols-2 lg:low:items-start lg:low:gap-x-4'

export type LegalPage = 'terms' | 'privacy'

export function Consents({ edited, errors, onRead }: ConsentsProps) {
  return (
    <>
      <fieldset className="border-line border-t pt-3 lg:low:pt-1">
        <legend className="float-left mb-1 lg:low:mb-0 [@media(max-height:42rem)]:mb-4 w-full font-medium text-ink-soft text-sm">
          {joinTexts.required}
        </legend>
        <div className={boxesClass}>
          <Checkbox
            name="termsAccepted"
            required
            error={errors.termsAccepted && joinTexts.acceptTerms}
            label={<Agree page="terms" text={joinTexts.agreeTerms} onRead={onRead} />}
            defaultChecked={edited?.termsAccepted}
          />
          <Checkbox
            name="privacyPolicyAccepted"
            required
            error={errors.privacyPolicyAccepted && joinTexts.acceptPrivacy}
            label={<Agree page="privacy" text={joinTexts.agreePrivacy} onRead={onRead} />}
            defaultChecked={edited?.privacyPolicyAccepted}
          />
        </div>
      </fieldset>
      <details className="fold border-line border-t pt-1" open={Boolean(edited)}>
        <summary className="font-medium text-ink-soft text-sm">{joinTexts.stayInTouch}</summary>
        <fieldset className={boxesClass} aria-label={joinTexts.stayInTouch}>
          <Checkbox
            name="marketingEmailConsent"
            label={joinTexts.emailMe}
            defaultChecked={edited?.marketingEmailConsent}
          />
          <Checkbox
            name="marketingSmsConsent"
            label={joinTexts.textMe}
            defaultChecked={edited?.marketingSmsConsent}
          />
          <Checkbox
            name="pushNotificationConsent"
            label={joinTexts.notifyMe}
            defaultChecked={edited?.pushNotificationConsent}
          />
        </fieldset>
      </details>
    </>
  )
}

interface AgreeProps {
  page: LegalPage
  text: string
  onRead: ConsentsProps['onRead']
}

function Agree({ page, text, onRead }: AgreeProps) {
  const link = (words: string) => (
    <a
      href={`/${page}`}
      target="_blank"
      rel="noopener"
      className="rounded-sm font-medium text-brand-text underline underline-offset-4"
      onClick={(event) => {
        if (!onRead) return
        event.preventDefault()
        onRead(page)
      }}
    >
      {words}
    </a>
  )
  return <RichText text={text} parts={{ link }} />
}

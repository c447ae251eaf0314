/** Five consents, each for itself, none ticked beforehand; the two that are needed come last. */
import { joinTexts } from '#pwa/texts/join.ts'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import type { SignUpPayload } from '#schema/contract/customer.ts'

interface ConsentsProps {
  /** What was ticked before, when a refused sign-up is corrected. */
  edited: SignUpPayload | undefined
  errors: Record<string, string>
}

export function Consents({ edited, errors }: ConsentsProps) {
  return (
    <>
      <fieldset className="border-line border-t pt-3">
        <legend className="float-left mb-1 w-full font-medium text-ink-soft text-sm">
          {joinTexts.stayInTouch}
        </legend>
        <div className="clear-both">
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
        </div>
      </fieldset>
      <fieldset className="border-line border-t pt-3">
        <legend className="float-left mb-1 w-full font-medium text-ink-soft text-sm">
          {joinTexts.required}
        </legend>
        <div className="clear-both">
          <Checkbox
            name="termsAccepted"
            required
            error={errors.termsAccepted && joinTexts.acceptTerms}
            label={<Agree page="/terms" text={joinTexts.agreeTerms} />}
            defaultChecked={edited?.termsAccepted}
          />
          <Checkbox
            name="privacyPolicyAccepted"
            required
            error={errors.privacyPolicyAccepted && joinTexts.acceptPrivacy}
            label={<Agree page="/privacy" text={joinTexts.agreePrivacy} />}
            defaultChecked={edited?.privacyPolicyAccepted}
          />
        </div>
      </fieldset>
    </>
  )
}

/** Opens beside the form, which keeps what was typed. */
function Agree({ page, text }: { page: string; text: string }) {
  const link = (words: string) => (
    <a
      href={page}
      target="_blank"
      rel="noopener"
      className="rounded-sm font-medium text-brand-text underline underline-offset-4"
    >
      {words}
    </a>
  )
  return <RichText text={text} parts={{ link }} />
}

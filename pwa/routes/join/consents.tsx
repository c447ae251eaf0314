/** Five consents, each for itself, none ticked beforehand; the two that are needed come last. */
import type { ReactNode } from 'react'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
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
          Stay in touch, if you like
        </legend>
        <div className="clear-both">
          <Checkbox
            name="marketingEmailConsent"
            label="News and offers by email"
            defaultChecked={edited?.marketingEmailConsent}
          />
          <Checkbox
            name="marketingSmsConsent"
            label="Offers by SMS"
            defaultChecked={edited?.marketingSmsConsent}
          />
          <Checkbox
            name="pushNotificationConsent"
            label="Push notifications"
            defaultChecked={edited?.pushNotificationConsent}
          />
        </div>
      </fieldset>
      <fieldset className="border-line border-t pt-3">
        <legend className="float-left mb-1 w-full font-medium text-ink-soft text-sm">
          Needed to join
        </legend>
        <div className="clear-both">
          <Checkbox
            name="termsAccepted"
            required
            error={errors.termsAccepted && 'Please accept the Terms of Service'}
            label={<Accept page="/terms">Terms of Service</Accept>}
            defaultChecked={edited?.termsAccepted}
          />
          <Checkbox
            name="privacyPolicyAccepted"
            required
            error={errors.privacyPolicyAccepted && 'Please accept the Privacy Policy'}
            label={<Accept page="/privacy">Privacy Policy</Accept>}
            defaultChecked={edited?.privacyPolicyAccepted}
          />
        </div>
      </fieldset>
    </>
  )
}

/** Opens beside the form, which keeps what was typed. */
function Accept({ page, children }: { page: string; children: ReactNode }) {
  return (
    <>
      I accept the{' '}
      <a
        href={page}
        target="_blank"
        rel="noopener"
        className="rounded-sm font-medium text-brand-text underline underline-offset-4"
      >
        {children}
      </a>
    </>
  )
}

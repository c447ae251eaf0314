/** Consent to marketing emails: saved when ticked, restored if saving fails. */

import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { User } from '#schema/contract/account.ts'
import type { CallInput } from '#schema/contract/api.ts'

interface MarketingCheckboxProps {
  profile: User
  /** The screen that shows it; stored with the consent. */
  screen: CallInput<'auth.marketingPreferences'>['screen']
  onChange: (changed: User) => void
}

export function MarketingCheckbox({ profile, screen, onChange }: MarketingCheckboxProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function save(marketingEmailConsent: boolean) {
    if (wanted !== null) return
    setWanted(marketingEmailConsent)
    try {
      const body = { marketingEmailConsent, screen }
      onChange(await call('auth.marketingPreferences', { body }))
      showToast({
        title: profileTexts.preferencesUpdated,
        description: marketingEmailConsent ? profileTexts.subscribed : profileTexts.unsubscribed,
      })
    } catch (error) {
      showFailure(profileTexts.updateFailed, error, profileTexts.preferencesFailed)
    } finally {
      setWanted(null)
    }
  }

  return (
    <Checkbox
      name="marketingEmailConsent"
      label={profileTexts.receiveMarketing}
      hint={profileTexts.receiveMarketingHint}
      checked={wanted ?? profile.marketingEmailConsent}
      aria-busy={wanted !== null || undefined}
      onChange={(event) => void save(event.target.checked)}
    />
  )
}

/** Consent to marketing emails: saved as it is ticked, back as it was when that fails. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { User } from '#schema/contract/account.ts'
import type { CallInput } from '#schema/contract/api.ts'

interface MarketingCheckboxProps {
  profile: User
  /** Where it stands: kept with the answer. */
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
        title: 'Preferences updated',
        description: marketingEmailConsent
          ? 'You will get marketing emails.'
          : 'You will get no marketing emails.',
      })
    } catch (error) {
      showFailure('Update failed', error, 'Failed to update preferences')
    } finally {
      setWanted(null)
    }
  }

  return (
    <Checkbox
      name="marketingEmailConsent"
      label="Receive marketing emails"
      hint="News and offers from Regulars. Codes and notices about your account come either way."
      checked={wanted ?? profile.marketingEmailConsent}
      aria-busy={wanted !== null || undefined}
      onChange={(event) => void save(event.target.checked)}
    />
  )
}

/** A business's settings for the platform: its details and enabled features. */

import { useState } from 'react'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { formatDay } from '#pwa/texts/format.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DetailList } from '#pwa/ui/detail-list.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import type { Business } from '#schema/contract/business.ts'
import { featureChoices } from './feature-choices.ts'
import type { TenantDialogProps } from './tenant-act.ts'

export function TenantSettingsDialog({ business, busy, onClose, onChange }: TenantDialogProps) {
  const isOffline = useOffline()
  const [features, setFeatures] = useState(business.features)
  // Sends only changed features, so that two super admins don't undo each other's work.
  const [seen] = useState(business.features)
  const changed = Object.fromEntries(
    featureChoices
      .filter(({ name }) => features[name] !== seen[name])
      .map(({ name }) => [name, features[name]]),
  )
  return (
    <Dialog open onOpen={(open) => !open && onClose()} title={business.name}>
      <DetailList details={detailsOf(business)} />
      <fieldset className="mt-5 border-line border-t pt-4">
        <legend className="sr-only">{platformTexts.features}</legend>
        <p aria-hidden="true" className="font-medium text-sm">
          {platformTexts.features}
        </p>
        <p className="mb-2 text-ink-faint text-sm">{platformTexts.featuresHint}</p>
        {featureChoices.map(({ name }) => (
          <Switch
            key={name}
            label={platformTexts.featureNames[name]}
            hint={platformTexts.featureHints[name]}
            checked={features[name]}
            onChange={(event) => setFeatures({ ...features, [name]: event.target.checked })}
          />
        ))}
      </fieldset>
      <OfflineNote />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {platformTexts.cancel}
        </Button>
        <Button
          busy={busy}
          disabled={isOffline || Object.keys(changed).length === 0}
          onClick={() => onChange({ features: changed }, platformTexts.featuresSaved)}
        >
          {platformTexts.save}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export function detailsOf(business: Business) {
  const { email, phone, businessType, plan, status, createdAt, trialEndsAt } = business
  return [
    { name: platformTexts.email, value: <span className="break-all">{email}</span> },
    ...(phone ? [{ name: platformTexts.phone, value: phone }] : []),
    { name: platformTexts.type, value: platformTexts.types[businessType] },
    {
      name: platformTexts.plan,
      value: (
        <span className="flex flex-wrap items-center gap-2">
          <span>{platformTexts.plans[plan]}</span>
          {status === 'suspended' && (
            <Badge tone="danger">{platformTexts.statuses.suspended}</Badge>
          )}
        </span>
      ),
    },
    ...(plan === 'trial' && trialEndsAt
      ? [{ name: platformTexts.trialEnds, value: formatDay(trialEndsAt) }]
      : []),
    { name: platformTexts.created, value: formatDay(createdAt) },
  ]
}

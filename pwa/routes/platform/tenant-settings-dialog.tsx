/** A business's settings as the platform sees them: its facts, and the features that are on. */
import { useState } from 'react'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DetailList } from '#pwa/ui/detail-list.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { formatDay } from '#pwa/ui/format.ts'
import { Switch } from '#pwa/ui/switch.tsx'
import { type Business, businessTypes } from '#schema/contract/business.ts'
import { featureChoices } from './feature-choices.ts'
import { planLabels } from './plans.ts'
import type { TenantDialogProps } from './tenant-act-dialog.tsx'

export function TenantSettingsDialog({ business, busy, onClose, onChange }: TenantDialogProps) {
  const [features, setFeatures] = useState(business.features)
  const isChanged = featureChoices.some(({ name }) => features[name] !== business.features[name])
  return (
    <Dialog open onOpen={(open) => !open && onClose()} title={business.name}>
      <DetailList details={detailsOf(business)} />
      <fieldset className="mt-5 border-line border-t pt-4">
        <legend className="sr-only">Features</legend>
        <p aria-hidden="true" className="font-medium text-sm">
          Features
        </p>
        <p className="mb-2 text-ink-faint text-sm">
          What is off is hidden in the business and refused.
        </p>
        {featureChoices.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            checked={features[name]}
            onChange={(event) => setFeatures({ ...features, [name]: event.target.checked })}
          />
        ))}
      </fieldset>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          busy={busy}
          disabled={!isChanged}
          onClick={() => onChange({ features }, 'Features saved')}
        >
          Save
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function detailsOf(business: Business) {
  const { email, phone, businessType, plan, status, createdAt, trialEndsAt } = business
  return [
    { name: 'Email', value: <span className="break-all">{email}</span> },
    ...(phone ? [{ name: 'Phone', value: phone }] : []),
    { name: 'Type', value: businessTypes[businessType] },
    {
      name: 'Plan',
      value: (
        <span className="flex flex-wrap items-center gap-2">
          {planLabels[plan]}
          {status === 'suspended' && <Badge tone="danger">Suspended</Badge>}
        </span>
      ),
    },
    ...(plan === 'trial' && trialEndsAt
      ? [{ name: 'Trial ends', value: formatDay(trialEndsAt) }]
      : []),
    { name: 'Created', value: formatDay(createdAt) },
  ]
}

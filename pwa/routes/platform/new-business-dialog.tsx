/** Create New Business Tenant: the business, its plan and its initial features. */

import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { offeredPlans, type Plan } from '#pwa/routes/frame/plans.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { keep } from '#pwa/texts/keep.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { ChoiceCards } from '#pwa/ui/choice-cards.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { newBusiness } from '#schema/contract/business.ts'
import { featureChoices } from './feature-choices.ts'
import { NewBusinessFields } from './new-business-fields.tsx'

interface NewBusinessDialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  onCreated: () => void
}

export function NewBusinessDialog({ open, onOpen, onCreated }: NewBusinessDialogProps) {
  return (
    <Dialog
      wide
      open={open}
      onOpen={onOpen}
      title={platformTexts.createTenant}
      description={platformTexts.createTenantHint}
    >
      <NewBusinessForm onCreated={onCreated} onClose={() => onOpen(false)} />
    </Dialog>
  )
}

function NewBusinessForm({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const [plan, setPlan] = useState<Plan>('trial')
  const isOffline = useOffline()
  const { form, errors, busy } = useForm({
    schema: newBusiness,
    read: (typed) => ({
      ...Object.fromEntries(typed),
      plan,
      inviteOwner: typed.has('inviteOwner'),
      features: Object.fromEntries(featureChoices.map(({ name }) => [name, typed.has(name)])),
    }),
    async send(body) {
      const { name, email } = await withFreshPassword(() => call('admin.createBusiness', { body }))
      showToast({
        title: platformTexts.businessCreated,
        description: body.inviteOwner
          ? platformTexts.businessInvited(keep(name), keep(email))
          : platformTexts.businessReady(keep(name)),
      })
      onCreated()
      onClose()
    },
    onFailure: (error) => showFailure(platformTexts.creationFailed, error),
  })

  return (
    <form {...form}>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          <NewBusinessFields errors={errors} />
        </div>
        <ChoiceCards
          legend={platformTexts.plan}
          choices={offeredPlans()}
          value={plan}
          onValue={setPlan}
        />
      </div>
      <FeatureSwitches />
      <div className="mt-4 border-line border-t pt-3">
        <Checkbox
          name="inviteOwner"
          defaultChecked
          label={platformTexts.inviteOwner}
          hint={platformTexts.inviteOwnerHint}
        />
      </div>
      <OfflineNote />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {platformTexts.cancel}
        </Button>
        <Button type="submit" busy={busy} disabled={isOffline}>
          {platformTexts.createBusiness}
        </Button>
      </DialogActions>
    </form>
  )
}

function FeatureSwitches() {
  return (
    <fieldset className="mt-5 border-line border-t pt-4">
      <legend className="sr-only">{platformTexts.features}</legend>
      <p aria-hidden="true" className="mb-1.5 font-medium text-sm">
        {platformTexts.features}
      </p>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {featureChoices.map(({ name, atFirst }) => (
          <Switch
            key={name}
            name={name}
            label={platformTexts.featureNames[name]}
            hint={platformTexts.featureHints[name]}
            defaultChecked={atFirst}
          />
        ))}
      </div>
    </fieldset>
  )
}

/**
 * The form of a campaign, new or known. Someone else's change while it is open is told at once:
 * saving on top of an earlier version would be refused.
 */
import { type FormEvent, useEffect, useState } from 'react'
import { changeCampaign, createCampaign } from '#pwa/loyalty/campaign.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { useForm } from '#pwa/routes/use-form.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import {
  type AudienceKind,
  type Campaign,
  type CampaignChanges,
  type CampaignTerms,
  campaignTerms,
} from '#schema/contract/campaign.ts'
import { AudienceFields, readAudience } from './audience-fields.tsx'
import { AudiencePreview } from './audience-preview.tsx'
import { CouponFields, EmailFields } from './campaign-fields.tsx'

interface CampaignDialogProps {
  businessId: string
  /** Null for a new one. */
  campaign: Campaign | null
  onClose: () => void
}

export function CampaignDialog({ businessId, campaign, onClose }: CampaignDialogProps) {
  const [seen, setSeen] = useState(campaign)
  const isOutdated = campaign !== null && seen !== null && campaign.revision !== seen.revision
  return (
    <Dialog
      wide
      open
      onOpen={(open) => !open && onClose()}
      title={campaign ? texts.edit : texts.create}
      {...(!campaign && { description: texts.createHint })}
    >
      {isOutdated && (
        <div className="mb-5">
          <Banner
            tone="warning"
            inset
            action={
              <button type="button" className={bannerActionClass} onClick={() => setSeen(campaign)}>
                {texts.showLatest}
              </button>
            }
          >
            {texts.changedMeanwhile}
          </Banner>
        </div>
      )}
      <CampaignForm key={seen?.revision} businessId={businessId} seen={seen} onClose={onClose} />
    </Dialog>
  )
}

interface CampaignFormProps {
  businessId: string
  seen: Campaign | null
  onClose: () => void
}

function CampaignForm({ businessId, seen, onClose }: CampaignFormProps) {
  const [kind, setKind] = useState<AudienceKind>(seen?.audience.kind ?? 'birthday')
  const [discountType, setDiscountType] = useState(seen?.discountType ?? 'percentage')
  const [audience, setAudience] = useState<unknown>(null)
  const { form, errors, busy } = useForm({
    schema: campaignTerms,
    read: (fields) => readTerms(fields, kind, discountType, seen?.isActive),
    async send(terms) {
      if (seen) {
        const changes = changesOf(seen, terms)
        if (Object.keys(changes).length > 0) await changeCampaign(seen, changes)
        showToast({ title: texts.changed, description: texts.changedHint(terms.name) })
      } else {
        await createCampaign(terms)
        const hint = terms.isActive ? texts.createdHint : texts.createdPausedHint
        showToast({ title: texts.created, description: hint(terms.name) })
      }
      onClose()
    },
    onFailure: (error) => showFailure(texts.failed, error),
  })
  const { ref: formRef } = form
  // The fields of another kind come with what they propose.
  useEffect(() => {
    if (formRef.current) setAudience(readAudience(new FormData(formRef.current), kind))
  }, [formRef, kind])
  function follow(event: FormEvent<HTMLFormElement>) {
    form.onInput(event)
    setAudience(readAudience(new FormData(event.currentTarget), kind))
  }
  return (
    <form {...form} onInput={follow}>
      <div className="flex flex-col gap-6">
        <AudienceFields seen={seen?.audience} kind={kind} onKind={setKind} error={errors.audience}>
          <AudiencePreview businessId={businessId} typed={audience} />
        </AudienceFields>
        <CouponFields seen={seen} kind={discountType} onKind={setDiscountType} errors={errors} />
        <EmailFields seen={seen} errors={errors} />
        {!seen && (
          <Switch name="isActive" label={texts.start} hint={texts.startHint} defaultChecked />
        )}
      </div>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {texts.save}
        </Button>
      </DialogActions>
    </form>
  )
}

function readTerms(
  typed: FormData,
  kind: AudienceKind,
  discountType: Campaign['discountType'],
  /** Of a known one it is changed beside the form. */
  wasActive: boolean | undefined,
): unknown {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  return {
    name: text('name'),
    audience: readAudience(typed, kind),
    subject: text('subject'),
    message: text('message'),
    discountType,
    discountValue: text('discountValue'),
    couponDays: /^\d+$/.test(text('couponDays')) ? Number(text('couponDays')) : Number.NaN,
    isActive: wasActive ?? typed.has('isActive'),
  }
}

/** Only what is different: what someone else may set meanwhile is left to them. */
function changesOf(seen: Campaign, terms: CampaignTerms): CampaignChanges {
  const { discountType, discountValue, audience, isActive: _, ...others } = terms
  const changed = Object.entries(others).filter(
    ([name, value]) => seen[name as keyof typeof others] !== value,
  )
  const isOtherDiscount =
    discountType !== seen.discountType || Number(discountValue) !== Number(seen.discountValue)
  const isOtherAudience = !isSame(audience, seen.audience)
  return {
    ...Object.fromEntries(changed),
    ...(isOtherDiscount && { discountType, discountValue }),
    ...(isOtherAudience && { audience }),
  }
}

/** The database keeps no order of the parts. A birthday's time zone is that of whoever set it. */
function isSame(one: Campaign['audience'], other: Campaign['audience']): boolean {
  const parts = (audience: Campaign['audience']) =>
    JSON.stringify(
      Object.entries(audience)
        .filter(([name]) => name !== 'timeZone')
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return parts(one) === parts(other)
}

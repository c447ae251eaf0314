/** The form for a new or an existing campaign. */

import { type FormEvent, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { changeCampaign, createCampaign } from '#pwa/loyalty/campaign.ts'
import { changeProgram } from '#pwa/loyalty/program.ts'
import { changedTerms, EditDialog } from '#pwa/routes/forms/edited-terms.tsx'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { DialogActions, DialogCancel } from '#pwa/ui/dialog.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import {
  type AudienceKind,
  type Campaign,
  type CampaignTerms,
  campaignTerms,
} from '#schema/contract/campaign.ts'
import { givenPostalAddress } from '#schema/contract/program.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'
import { AudienceFields, readAudience } from './audience-fields.tsx'
import { AudiencePreview } from './audience-preview.tsx'
import { CouponFields, EmailFields } from './campaign-fields.tsx'
import { MailPreview, readMail, type TypedMail } from './mail-preview.tsx'
import { SendTest } from './send-test.tsx'

/** Before the first campaign, the form also asks for the business's postal address. */
const campaignForm = z.extend(campaignTerms, { postalAddress: z.optional(givenPostalAddress) })

interface CampaignDialogProps {
  businessId: string
  /** Null when creating a new one. */
  campaign: Campaign | null
  onClose: () => void
}

export function CampaignDialog({ businessId, campaign, onClose }: CampaignDialogProps) {
  return (
    <EditDialog
      thing={campaign}
      title={campaign ? texts.edit : texts.create}
      hint={texts.createHint}
      changedMeanwhile={texts.changedMeanwhile}
      wide="preview"
      onClose={onClose}
    >
      {(seen, isOutdated) => (
        <CampaignForm
          key={seen?.revision}
          businessId={businessId}
          seen={seen}
          isOutdated={isOutdated}
          onClose={onClose}
        />
      )}
    </EditDialog>
  )
}

interface CampaignFormProps {
  businessId: string
  seen: Campaign | null
  isOutdated: boolean
  onClose: () => void
}

function CampaignForm({ businessId, seen, isOutdated, onClose }: CampaignFormProps) {
  const [kind, setKind] = useState<AudienceKind>(seen?.audience.kind ?? 'birthday')
  const [discountType, setDiscountType] = useState(seen?.discountType ?? 'percentage')
  const [audience, setAudience] = useState<unknown>(null)
  const [mail, setMail] = useState<TypedMail | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const { business } = useBusiness()
  const asksAddress = business !== null && !business.postalAddress
  const read = (fields: FormData) => ({
    ...readTerms(fields, kind, discountType, seen?.isActive),
    ...(asksAddress && { postalAddress: String(fields.get('postalAddress') ?? '') }),
  })
  const { form, errors, busy } = useForm({
    schema: campaignForm,
    read,
    async send({ postalAddress, ...terms }) {
      const starts = !seen && terms.isActive
      if (starts && !(await new Promise<boolean>((answer) => setQuestion({ terms, answer }))))
        return false
      if (business && postalAddress) await changeProgram(business, { postalAddress })
      if (seen) {
        const changes = changedTerms<CampaignTerms>(seen, terms, { audience: isSame })
        if (Object.keys(changes).length > 0) await changeCampaign(seen, changes)
        showToast({ title: texts.changed, description: texts.changedHint(keep(terms.name)) })
      } else {
        await createCampaign(terms)
        const hint = terms.isActive ? texts.createdHint : texts.createdPausedHint
        showToast({ title: texts.created, description: hint(keep(terms.name)) })
      }
      onClose()
      return true
    },
    onFailure: (error) => showFailure(texts.failed, error),
  })
  const { ref: formRef } = form
  // The fields of another kind start with their own defaults.
  useEffect(() => {
    if (!formRef.current) return
    const typed = new FormData(formRef.current)
    setAudience(readAudience(typed, kind))
    setMail(readMail(typed, discountType))
  }, [formRef, kind, discountType])
  function follow(event: FormEvent<HTMLFormElement>) {
    form.onInput(event)
    const typed = new FormData(event.currentTarget)
    setAudience(readAudience(typed, kind))
    setMail(readMail(typed, discountType))
  }
  function answer(yes: boolean) {
    question?.answer(yes)
    setQuestion(null)
  }
  return (
    <>
      <form {...form} onInput={follow}>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-6">
            <AudienceFields
              seen={seen?.audience}
              kind={kind}
              onKind={setKind}
              error={errors.audience}
            >
              <AudiencePreview businessId={businessId} typed={audience} />
            </AudienceFields>
            <CouponFields
              seen={seen}
              kind={discountType}
              onKind={setDiscountType}
              errors={errors}
            />
            <EmailFields seen={seen} asksAddress={asksAddress} errors={errors} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-0 lg:self-start">
            {business && mail && <MailPreview sender={business} mail={mail} />}
            <SendTest
              businessId={businessId}
              campaignId={seen?.id}
              read={() => read(new FormData(formRef.current ?? undefined))}
            />
          </div>
          {!seen && (
            <Switch name="isActive" label={texts.start} hint={texts.startHint} defaultChecked />
          )}
        </div>
        <DialogActions>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" busy={busy} disabled={isOutdated}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
      <ConfirmDialog
        open={question !== null}
        onOpen={() => answer(false)}
        title={texts.startTitle(keep(question?.terms.name ?? ''))}
        act={texts.startNow}
        look="primary"
        onConfirm={() => answer(true)}
      >
        <p className="mb-3">{texts.startMeaning}</p>
        {question && <AudiencePreview businessId={businessId} typed={question.terms.audience} />}
      </ConfirmDialog>
    </>
  )
}

/** Asked before a new campaign goes out. */
interface Question {
  terms: CampaignTerms
  answer: (yes: boolean) => void
}

function readTerms(
  typed: FormData,
  kind: AudienceKind,
  discountType: Campaign['discountType'],
  /** The campaign's current state, which the form leaves unchanged; undefined for a new one. */
  wasActive: boolean | undefined,
): object {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  return {
    name: text('name'),
    audience: readAudience(typed, kind),
    subject: text('subject'),
    message: text('message'),
    discountType,
    discountValue: text('discountValue'),
    couponDays: readWholeNumber(text('couponDays')),
    isActive: wasActive ?? typed.has('isActive'),
  }
}

/**
 * The database doesn't keep the order of an audience's keys. The birthday time zone is ignored,
 * because it comes from the editor's browser.
 */
function isSame(one: Campaign['audience'], other: Campaign['audience']): boolean {
  const parts = (audience: Campaign['audience']) =>
    JSON.stringify(
      Object.entries(audience)
        .filter(([name]) => name !== 'timeZone')
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return parts(one) === parts(other)
}

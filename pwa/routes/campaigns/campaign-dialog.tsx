/** The form for a new or an existing campaign. */

import { useBusiness } from '#pwa/loyalty/business.ts'
import { EditDialog } from '#pwa/routes/forms/edit-dialog.tsx'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { DialogActions, DialogCancel } from '#pwa/ui/dialog.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import type { Campaign } from '#schema/contract/campaign.ts'
import { AudienceFields } from './audience-fields.tsx'
import { AudiencePreview } from './audience-preview.tsx'
import { CouponFields, EmailFields } from './campaign-fields.tsx'
import { MailPreview } from './mail-preview.tsx'
import { SendTest } from './send-test.tsx'
import { type Question, useCampaignForm } from './use-campaign-form.ts'

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
  const { form, errors, busy, asksAddress, question, answer, readTyped, ...typed } =
    useCampaignForm(seen, onClose)
  const { kind, chooseKind, left, proposed, discountType, setDiscountType, audience, mail } = typed
  const { business } = useBusiness()
  return (
    <>
      <form {...form}>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-6">
            <AudienceFields
              seen={seen?.audience}
              kind={kind}
              left={left}
              onKind={chooseKind}
              error={errors.audience}
            >
              <AudiencePreview businessId={businessId} typed={audience} />
            </AudienceFields>
            <CouponFields
              seen={seen}
              name={proposed.name}
              kind={discountType}
              onKind={setDiscountType}
              errors={errors}
            />
            <EmailFields proposed={proposed} asksAddress={asksAddress} errors={errors} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-0 lg:self-start">
            {business && mail && <MailPreview sender={business} mail={mail} />}
            <SendTest businessId={businessId} campaignId={seen?.id} read={readTyped} />
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
      <StartQuestion businessId={businessId} question={question} answer={answer} />
    </>
  )
}

interface StartQuestionProps {
  businessId: string
  question: Question | null
  answer: (yes: boolean) => void
}

function StartQuestion({ businessId, question, answer }: StartQuestionProps) {
  return (
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
  )
}

/**
 * The owner's campaigns: the server's list (offline, the list that was loaded last), with this
 * device's unsent changes applied.
 */
import { Link } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import type { ShownCampaign } from '#pwa/loyalty/campaign.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { keep } from '#pwa/texts/keep.ts'
import { postalAddressTexts } from '#pwa/texts/postal-address.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { AudiencePreview } from './audience-preview.tsx'
import { CampaignDialog } from './campaign-dialog.tsx'
import { CampaignsTable } from './campaigns-table.tsx'
import { saveChange, useCampaigns } from './use-campaigns.ts'

export function CampaignsScreen({ businessId }: { businessId: string }) {
  const { list, shown, isOnHold } = useCampaigns(businessId)
  const [editing, setEditing] = useState<'new' | string | null>(null)
  const [resuming, setResuming] = useState<ShownCampaign | null>(null)
  const [removing, setRemoving] = useState<ShownCampaign | null>(null)
  const edited = shown.find(({ id }) => id === editing)
  const createButton = (
    <Button onClick={() => setEditing('new')}>
      <Megaphone size={18} aria-hidden="true" />
      {texts.create}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={(shown.length > 0 || (!list.data && list.error !== undefined)) && createButton}
      />
      <LoadProblem of={list} className="mb-6" />
      {isOnHold && shown.length > 0 && <OnHold />}
      {list.data || shown.length > 0 ? (
        <Card flush>
          <CampaignsTable
            campaigns={shown}
            isOnHold={isOnHold}
            action={createButton}
            onEdit={({ id }) => setEditing(id)}
            onResume={setResuming}
            onRemove={setRemoving}
          />
        </Card>
      ) : (
        list.error === undefined && <Skeleton className="h-80 w-full" />
      )}
      {shown.length > 0 && <p className="mt-3 text-ink-faint text-sm">{texts.explained}</p>}
      {(editing === 'new' || edited) && (
        <CampaignDialog
          key={editing}
          businessId={businessId}
          campaign={edited ?? null}
          onClose={() => setEditing(null)}
        />
      )}
      <ResumeDialog businessId={businessId} campaign={resuming} onClose={() => setResuming(null)} />
      <RemoveDialog campaign={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

/** Campaigns wait until their emails can name the business's postal address. */
function OnHold() {
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        inset
        action={
          <Link to="/business-dashboard/program" className={bannerActionClass}>
            {postalAddressTexts.add}
          </Link>
        }
      >
        {postalAddressTexts.missing}
      </Banner>
    </div>
  )
}

interface QuestionProps {
  campaign: ShownCampaign | null
  onClose: () => void
}

/** Asks with the number of members who have not been reached yet. */
function ResumeDialog({ businessId, campaign, onClose }: QuestionProps & { businessId: string }) {
  function resume() {
    onClose()
    if (!campaign) return
    const done = [texts.resumed, texts.resumedHint(keep(campaign.name))] as const
    void saveChange(campaign, { isActive: true }, done)
  }
  return (
    <ConfirmDialog
      open={campaign !== null}
      onOpen={(open) => !open && onClose()}
      title={texts.resumeTitle(keep(campaign?.name ?? ''))}
      act={texts.resumeNow}
      look="primary"
      cancel={texts.cancel}
      onConfirm={resume}
    >
      <p className="mb-3">{texts.startMeaning}</p>
      {campaign && (
        <AudiencePreview
          businessId={businessId}
          typed={campaign.audience}
          campaignId={campaign.id}
        />
      )}
    </ConfirmDialog>
  )
}

function RemoveDialog({ campaign, onClose }: QuestionProps) {
  function remove() {
    onClose()
    if (!campaign) return
    void saveChange(campaign, { retired: true }, [
      texts.removed,
      texts.removedHint(keep(campaign.name)),
    ])
  }
  return (
    <ConfirmDialog
      open={campaign !== null}
      onOpen={(open) => !open && onClose()}
      title={texts.removeTitle}
      act={texts.remove}
      cancel={texts.cancel}
      onConfirm={remove}
    >
      {texts.removeHint}
    </ConfirmDialog>
  )
}

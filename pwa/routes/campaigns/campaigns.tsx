/**
 * The owner's campaigns: the server's list (offline, the list that was loaded last), with this
 * device's unsent changes applied.
 */
import { Link } from '@tanstack/react-router'
import { CirclePause, CirclePlay, Megaphone, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import {
  changeCampaign,
  layOver,
  type QueuedCampaign,
  type ShownCampaign,
  useQueuedCampaigns,
} from '#pwa/loyalty/campaign.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useSeenCall } from '#pwa/session/use-seen-call.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { postalAddressTexts } from '#pwa/texts/postal-address.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { MenuItem } from '#pwa/ui/menu.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { CampaignChanges, ListedCampaign } from '#schema/contract/campaign.ts'
import { CampaignDialog } from './campaign-dialog.tsx'
import { CampaignsTable, isSending } from './campaigns-table.tsx'

const lookAgainMs = 4000
const none: readonly ListedCampaign[] = []

export function CampaignsScreen({ businessId }: { businessId: string }) {
  const list = useSeenCall('business.campaigns', { params: { businessId } })
  const { error, reload } = list
  const queued = useLaidOver(list.data, reload)
  const shown = layOver(list.data?.campaigns ?? none, queued)
  const isMoving = shown.some((campaign) => isSending(campaign) && !campaign.isQueued)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(reload, lookAgainMs)
    return () => clearInterval(timer)
  }, [isMoving, reload])
  const { business } = useBusiness()
  const isOnHold = business !== null && !business.postalAddress
  const [editing, setEditing] = useState<'new' | string | null>(null)
  const [removing, setRemoving] = useState<ShownCampaign | null>(null)
  const edited = shown.find(({ id }) => id === editing)

  async function change(
    campaign: ShownCampaign,
    changes: CampaignChanges,
    [title, description]: readonly [string, string],
  ) {
    setRemoving(null)
    try {
      await changeCampaign(campaign, changes)
      showToast({ title, description })
    } catch (problem) {
      showFailure(texts.failed, problem)
    }
  }

  const menuOf = (campaign: ShownCampaign): MenuItem[] => [
    ...(campaign.finishedAt
      ? []
      : [
          {
            label: texts.edit,
            icon: <Pencil />,
            onSelect: () => setEditing(campaign.id),
          },
          campaign.isActive
            ? {
                label: texts.pause,
                icon: <CirclePause />,
                onSelect: () =>
                  void change(campaign, { isActive: false }, [
                    texts.pausedDone,
                    texts.pausedHint(campaign.name),
                  ]),
              }
            : {
                label: texts.resume,
                icon: <CirclePlay />,
                onSelect: () =>
                  void change(campaign, { isActive: true }, [
                    texts.resumed,
                    texts.resumedHint(campaign.name),
                  ]),
              },
        ]),
    {
      label: texts.remove,
      icon: <Trash2 />,
      danger: true,
      apart: !campaign.finishedAt,
      onSelect: () => setRemoving(campaign),
    },
  ]
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
        actions={(shown.length > 0 || (!list.data && error !== undefined)) && createButton}
      />
      <LoadProblem of={list} className="mb-6" />
      {isOnHold && shown.length > 0 && (
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
      )}
      {list.data || shown.length > 0 ? (
        <Card flush>
          <CampaignsTable
            campaigns={shown}
            isOnHold={isOnHold}
            action={createButton}
            menuOf={menuOf}
            onOpen={({ id }) => setEditing(id)}
          />
        </Card>
      ) : (
        error === undefined && <Skeleton className="h-80 w-full" />
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
      <ConfirmDialog
        open={removing !== null}
        onOpen={(open) => !open && setRemoving(null)}
        title={texts.removeTitle}
        act={texts.remove}
        cancel={texts.cancel}
        onConfirm={() =>
          removing &&
          void change(removing, { retired: true }, [
            texts.removed,
            texts.removedHint(removing.name),
          ])
        }
      >
        {texts.removeHint}
      </ConfirmDialog>
    </>
  )
}

/**
 * This device's unsent changes, plus those sent since the list was loaded, which stay applied until
 * a new list includes them.
 */
function useLaidOver(loaded: unknown, reload: () => void): readonly QueuedCampaign[] {
  const queued = useQueuedCampaigns()
  const [laid, setLaid] = useState(queued)
  const gone = laid.filter(
    ({ operationId }) => !queued.some((each) => each.operationId === operationId),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list includes earlier changes
  useEffect(() => setLaid(queued), [loaded])
  useEffect(() => {
    setLaid((before) => [
      ...before.filter(
        ({ operationId }) => !queued.some((each) => each.operationId === operationId),
      ),
      ...queued,
    ])
  }, [queued])
  const goneCount = gone.length
  useEffect(() => {
    if (goneCount > 0) reload()
  }, [goneCount, reload])
  return laid
}

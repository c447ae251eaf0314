/** Platform Overview: four figures, the newest invitations and the businesses. */

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useTenantPages } from '#pwa/routes/frame/tenant-list.ts'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { limits } from '#schema/contract/limits.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { NewBusinessDialog } from './new-business-dialog.tsx'
import { PlatformFigures } from './platform-figures.tsx'
import { TenantsCard } from './tenants-card.tsx'

export function PlatformOverviewScreen() {
  const tenants = useTenantPages()
  const stats = useCachedCall('admin.stats')
  const invites = useCachedCall('admin.inviteCodes', { query: { limit: limits.inviteRows } })
  const [creating, setCreating] = useState(false)

  const sources = [stats, invites, tenants]
  const nothingLoaded =
    sources.every(({ error }) => error !== undefined) &&
    !stats.data &&
    !invites.data &&
    !tenants.rows

  /** A change in one card may affect the others. */
  function reload() {
    stats.reload()
    invites.reload()
    tenants.reload()
  }

  return (
    <>
      <PageHeader
        title={platformTexts.overview}
        description={platformTexts.overviewHint}
        actions={
          <Button onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden="true" />
            {platformTexts.newBusiness}
          </Button>
        }
      />
      {nothingLoaded ? (
        <Card>
          <LoadProblem of={{ ...stats, loading: sources.some(({ loading }) => loading), reload }} />
        </Card>
      ) : (
        <div className="flex flex-col gap-6">
          <PlatformFigures stats={stats} />
          <InvitationsCard invites={invites} />
          <TenantsCard tenants={tenants} onChanged={reload} />
        </div>
      )}
      <NewBusinessDialog open={creating} onOpen={setCreating} onCreated={reload} />
    </>
  )
}

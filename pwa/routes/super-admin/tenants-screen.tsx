/** Business Tenants: the list of all businesses on a page of its own. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { NewBusinessDialog } from './new-business-dialog.tsx'
import { useTenantPages } from './tenant-search.ts'
import { TenantsCard } from './tenants-card.tsx'

export function TenantsScreen() {
  const tenants = useTenantPages()
  const [creating, setCreating] = useState(false)
  return (
    <>
      <PageHeader
        title="Business Tenants"
        description="Every business, its plan and whether it is active."
        actions={
          <Button onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden="true" />
            New Business
          </Button>
        }
      />
      <TenantsCard tenants={tenants} onChanged={tenants.reload} />
      <NewBusinessDialog open={creating} onOpen={setCreating} onCreated={tenants.reload} />
    </>
  )
}

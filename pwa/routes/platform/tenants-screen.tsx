/**
 * Business Tenants: the list of all businesses on its own page, and account deletion on request.
 */

import { Ellipsis, Plus, UserX } from 'lucide-react'
import { useState } from 'react'
import { useAddressAct } from '#pwa/routes/forms/address-act.ts'
import { useTenantPages } from '#pwa/routes/frame/tenant-list.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { EraseAccountDialog } from './erase-account-dialog.tsx'
import { NewBusinessDialog } from './new-business-dialog.tsx'
import { TenantsCard } from './tenants-card.tsx'

export function TenantsScreen() {
  const tenants = useTenantPages()
  const [creating, setCreating] = useState(false)
  const [erasing, setErasing] = useState(false)
  useAddressAct(['new-business', 'delete-account'], (act) =>
    act === 'new-business' ? setCreating(true) : setErasing(true),
  )
  return (
    <>
      <PageHeader
        title={platformTexts.tenants}
        description={platformTexts.tenantsHint}
        actions={
          <>
            <Menu
              label={platformTexts.moreActions}
              items={[
                {
                  label: platformTexts.deleteAccountEntry,
                  icon: <UserX />,
                  danger: true,
                  onSelect: () => setErasing(true),
                },
              ]}
            >
              <Button look="secondary" size="icon" title={platformTexts.more}>
                <Ellipsis size={18} aria-hidden="true" />
              </Button>
            </Menu>
            <Button onClick={() => setCreating(true)}>
              <Plus size={18} aria-hidden="true" />
              {platformTexts.newBusiness}
            </Button>
          </>
        }
      />
      <TenantsCard tenants={tenants} onChanged={tenants.reload} />
      <NewBusinessDialog open={creating} onOpen={setCreating} onCreated={tenants.reload} />
      <EraseAccountDialog open={erasing} onOpen={setErasing} />
    </>
  )
}

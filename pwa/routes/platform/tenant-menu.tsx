/** The Configure and More buttons of a business's row. */

import { CirclePause, CirclePlay, CreditCard, Ellipsis, Send, Settings2 } from 'lucide-react'
import { useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import type { Business } from '#schema/contract/business.ts'
import { resendInvite } from './resend-invite.ts'
import type { TenantAct } from './tenant-act.ts'

interface TenantMenuProps {
  business: Business
  onAct: (act: TenantAct) => void
}

export function TenantMenu({ business, onAct }: TenantMenuProps) {
  const isOffline = useOffline()
  const isSuspended = business.status === 'suspended'
  return (
    <>
      <Button
        look="ghost"
        size="icon"
        aria-label={platformTexts.configureOf(business.name)}
        title={platformTexts.configure}
        onClick={() => onAct({ kind: 'configure', business })}
      >
        <Settings2 size={18} aria-hidden="true" />
      </Button>
      <Menu
        label={platformTexts.moreActionsFor(business.name)}
        items={[
          {
            label: platformTexts.changePlanEntry,
            icon: <CreditCard />,
            onSelect: () => onAct({ kind: 'plan', business }),
          },
          {
            label: platformTexts.resendInvite,
            icon: <Send />,
            disabled: isOffline,
            onSelect: () => void resendInvite(business),
          },
          isSuspended
            ? {
                label: platformTexts.reactivate,
                icon: <CirclePlay />,
                apart: true,
                onSelect: () => onAct({ kind: 'reactivate', business }),
              }
            : {
                label: platformTexts.suspend,
                icon: <CirclePause />,
                danger: true,
                apart: true,
                onSelect: () => onAct({ kind: 'suspend', business }),
              },
        ]}
      >
        <Button look="ghost" size="icon" title={platformTexts.more}>
          <Ellipsis size={18} aria-hidden="true" />
        </Button>
      </Menu>
    </>
  )
}

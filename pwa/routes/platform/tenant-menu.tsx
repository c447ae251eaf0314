/** The configure and more buttons of a business's row. */
import { CirclePause, CirclePlay, CreditCard, Ellipsis, Send, Settings2 } from 'lucide-react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'
import type { TenantAct } from './tenant-act-dialog.tsx'

interface TenantMenuProps {
  business: Business
  onAct: (act: TenantAct) => void
}

export function TenantMenu({ business, onAct }: TenantMenuProps) {
  const isSuspended = business.status === 'suspended'
  return (
    <>
      <Button
        look="ghost"
        size="icon"
        aria-label={`Configure ${business.name}`}
        title="Configure"
        onClick={() => onAct({ kind: 'configure', business })}
      >
        <Settings2 size={18} aria-hidden="true" />
      </Button>
      <Menu
        label={`More for ${business.name}`}
        items={[
          {
            label: 'Change plan',
            icon: <CreditCard />,
            onSelect: () => onAct({ kind: 'plan', business }),
          },
          {
            label: 'Resend invite',
            icon: <Send />,
            onSelect: () => void resendInvite(business),
          },
          isSuspended
            ? {
                label: 'Reactivate',
                icon: <CirclePlay />,
                apart: true,
                onSelect: () => onAct({ kind: 'reactivate', business }),
              }
            : {
                label: 'Suspend',
                icon: <CirclePause />,
                danger: true,
                apart: true,
                onSelect: () => onAct({ kind: 'suspend', business }),
              },
        ]}
      >
        <Button look="ghost" size="icon" title="More">
          <Ellipsis size={18} aria-hidden="true" />
        </Button>
      </Menu>
    </>
  )
}

async function resendInvite({ id, name }: Business): Promise<void> {
  try {
    const { email } = await withFreshPassword(() =>
      call('admin.inviteOwner', { params: { businessId: id } }),
    )
    showToast({ title: 'Invite sent', description: `We sent an invite for ${name} to ${email}.` })
  } catch (error) {
    showFailure('Invite not sent', error)
  }
}

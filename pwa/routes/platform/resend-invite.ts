/** Emails a business's owner their invite again, and reports the result. */
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'

/** @returns whether the server sent it */
export async function resendInvite({ id, name }: Business): Promise<boolean> {
  try {
    const { email } = await withFreshPassword(() =>
      call('admin.inviteOwner', { params: { businessId: id } }),
    )
    showToast({
      title: platformTexts.inviteSent,
      description: platformTexts.inviteSentFor(name, email),
    })
    return true
  } catch (error) {
    showFailure(platformTexts.inviteNotSent, error)
    return false
  }
}

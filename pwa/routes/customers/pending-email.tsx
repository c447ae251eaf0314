/** The address that a member has still to confirm by the link mailed there, and its withdrawal. */
import { changeCustomer, type ShownCustomer } from '#pwa/loyalty/customer.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { formatTime } from '#pwa/texts/format.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { useOver } from '#pwa/ui/use-over.ts'

export function PendingEmail({ customer }: { customer: ShownCustomer }) {
  const saved = useSavedToast()
  const { busy, run } = useBusy((error) => showFailure(texts.detailsNotSaved, error))
  const { id, email, pendingEmail } = customer
  const isOver = useOver(pendingEmail?.until ?? null)
  if (!pendingEmail || isOver) return null
  const { address, until } = pendingEmail

  const cancel = () =>
    run(async () => {
      await changeCustomer(id, { changes: { email }, seen: { email } })
      saved(texts.emailWithdrawn, texts.savedOnDevice)
    })

  return (
    <Banner
      inset
      tone="notice"
      action={
        <button
          type="button"
          disabled={busy}
          className={bannerActionClass}
          onClick={() => void cancel()}
        >
          {texts.withdrawEmail}
        </button>
      }
    >
      <span className="wrap-anywhere">
        {until === null
          ? texts.emailToMail(address)
          : texts.emailToConfirm(address, formatTime(until))}
      </span>
    </Banner>
  )
}

/** Mails the owner the campaign's mail as it is typed; needs the server. */
import { Send } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'
import { testedCampaign } from '#schema/contract/campaign.ts'

interface SendTestProps {
  businessId: string
  /** The saved campaign's id, if it is one. */
  campaignId: string | undefined
  read: () => object
}

export function SendTest({ businessId, campaignId, read }: SendTestProps) {
  const isOffline = useBetweenPresses(useOffline())
  const [isBusy, setBusy] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)
  async function send() {
    const checked = testedCampaign.safeParse({ ...read(), campaignId })
    setIncomplete(!checked.success)
    if (!checked.success) return
    setBusy(true)
    try {
      const body = checked.data
      const { email } = await call('business.testCampaign', { params: { businessId }, body })
      showToast({ title: texts.tested, description: texts.testedHint(keep(email)) })
    } catch (error) {
      showFailure(texts.testFailed, error)
    }
    setBusy(false)
  }
  const problem = isOffline ? texts.testOffline : isIncomplete ? texts.testMissing : null
  return (
    <div>
      <Button look="secondary" busy={isBusy} disabled={isOffline} onClick={() => void send()}>
        <Send size={18} aria-hidden="true" />
        {texts.test}
      </Button>
      <p role="status" className={`mt-2 text-sm ${problem ? 'text-warning' : 'text-ink-soft'}`}>
        {problem ?? texts.testHint}
      </p>
    </div>
  )
}

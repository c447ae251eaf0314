/** Troubles of the installation, businesses with silent devices, and failed mails, with retries. */
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { formatAgo, formatInstant } from '#pwa/texts/format.ts'
import { systemTexts as texts } from '#pwa/texts/system.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { FailedMails, SilentShop, Trouble } from '#schema/contract/system.ts'

const row = 'flex flex-wrap items-start gap-x-4 gap-y-1 px-5 py-3'
const main = 'min-w-0 flex-1 basis-64 wrap-anywhere'

async function tryAgain(what: 'mails' | 'jobs', onRetried: () => void): Promise<void> {
  try {
    await withFreshPassword(() => call('admin.retryFailed', { body: { what } }))
    const description = what === 'mails' ? texts.retriedMails : texts.retriedJobs
    showToast({ title: texts.retried, description })
    onRetried()
  } catch (error) {
    showFailure(texts.notRetriedNow, error)
  }
}

interface TroublesProps {
  troubles: readonly Trouble[]
  onRetried: () => void
}

export function Troubles({ troubles, onRetried }: TroublesProps) {
  const isJobFailing = troubles.some(
    ({ kind, endedAt }) => kind === 'jobFailing' && endedAt === null,
  )
  return (
    <Card
      flush
      title={texts.troubles}
      description={texts.troublesHint}
      actions={
        isJobFailing && (
          <Button look="secondary" onClick={() => void tryAgain('jobs', onRetried)}>
            {texts.retryJobs}
          </Button>
        )
      }
    >
      {troubles.length === 0 && <p className="px-5 pb-5 text-ink-soft">{texts.noTroubles}</p>}
      <ul className="divide-y divide-line">
        {troubles.map(({ kind, subject, reason, since, endedAt }) => (
          <li key={`${kind} ${subject} ${since}`} className={row}>
            <div className={main}>
              <p className="font-medium">
                {[texts.troubleNames[kind], subject].filter(Boolean).join(': ')}
              </p>
              <p className="text-ink-soft text-sm">
                {[timeOf(since, endedAt), reason].filter(Boolean).join(' · ')}
              </p>
              {endedAt === null && <p className="text-sm">{texts.troubleAdvice[kind]}</p>}
            </div>
            <Badge tone={endedAt === null ? 'danger' : 'neutral'} icon="dot">
              {endedAt === null ? texts.lasts : texts.isOver}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function timeOf(since: string, endedAt: string | null): string {
  return endedAt === null
    ? texts.since(formatInstant(since))
    : texts.over(formatInstant(since), formatInstant(endedAt))
}

export function SilentShops({ shops }: { shops: readonly SilentShop[] }) {
  return (
    <Card flush title={texts.shops}>
      <ul className="divide-y divide-line">
        {shops.map(({ businessId, name, devices, lastHeardAt }) => (
          <li key={businessId} className={row}>
            <span className={`${main} font-medium`}>
              <bdi translate="no">{name}</bdi>
            </span>
            <span className="text-ink-soft text-sm">
              {`${texts.shopDevices(devices)}, ${texts.lastHeard(formatAgo(lastHeardAt))}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface FailedMailsProps {
  mails: readonly FailedMails[]
  onRetried: () => void
}

export function FailedMailsCard({ mails, onRetried }: FailedMailsProps) {
  return (
    <Card
      flush
      title={texts.failedMails}
      actions={
        mails.some(({ canRetry }) => canRetry) && (
          <Button look="secondary" onClick={() => void tryAgain('mails', onRetried)}>
            {texts.retryMails}
          </Button>
        )
      }
    >
      {mails.length === 0 && <p className="px-5 pb-5 text-ink-soft">{texts.noFailedMails}</p>}
      <ul className="divide-y divide-line">
        {mails.map(({ kind, problem, count, oldestAt, canRetry }) => (
          <li key={`${kind} ${problem}`} className={row}>
            <div className={main}>
              <p className="font-medium">{texts.failedMail(count, problem)}</p>
              <p className="text-ink-soft text-sm">
                {[kind, texts.oldest(formatAgo(oldestAt)), !canRetry && texts.notRetried]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The state of the installation for super admins: what needs attention first, then every part. */
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { figureFormat, systemTexts as texts } from '#pwa/texts/system.ts'
import { Badge, type BadgeTone } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { Finding, FindingState } from '#schema/contract/system.ts'
import { FailedMailsCard, SilentShops, Troubles } from './system-troubles.tsx'

const tones: Record<FindingState, BadgeTone> = {
  good: 'success',
  doubtful: 'warning',
  broken: 'danger',
}

export function SystemScreen() {
  const state = useCachedCall('admin.system')
  const { data, error, loading, reload } = state
  const problems = data?.findings.filter((one) => one.state !== 'good') ?? []
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <Button look="secondary" busy={loading} onClick={reload}>
            {texts.again}
          </Button>
        }
      />
      <LoadProblem of={state} className="mb-6" />
      {data ? (
        <div className="flex flex-col gap-6">
          <Card
            flush
            title={problems.length === 0 ? texts.allGood : texts.problems(problems.length)}
          >
            {problems.length > 0 && <Findings findings={problems} />}
          </Card>
          <Troubles troubles={data.troubles} onRetried={reload} />
          {data.silentShops.length > 0 && <SilentShops shops={data.silentShops} />}
          <FailedMailsCard mails={data.failedMails} onRetried={reload} />
          <Card flush title={texts.everything}>
            <Findings findings={data.findings.filter((one) => one.state === 'good')} />
          </Card>
        </div>
      ) : (
        error === undefined && <Skeleton className="h-80 w-full" />
      )}
    </>
  )
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="divide-y divide-line">
      {findings.map(({ part, state, code, figures }) => (
        <li
          key={`${code} ${JSON.stringify(figures)}`}
          className="flex flex-wrap items-start gap-x-4 gap-y-1 px-5 py-3"
        >
          <span className="w-36 shrink-0 font-medium">{texts.parts[part]}</span>
          <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
            {texts.findings[code](figures, figureFormat)}
          </span>
          {code === 'walletOff' ? (
            <Badge>{texts.off}</Badge>
          ) : (
            <Badge tone={tones[state]} icon="dot">
              {texts.states[state]}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

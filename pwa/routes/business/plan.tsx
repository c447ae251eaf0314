/** The business's plan and the other plans. Changing plans sends a request to the platform. */
import { Check, Minus } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { trialDaysLeft } from '#pwa/routes/frame/banners.tsx'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { offeredPlans } from '#pwa/routes/frame/plans.ts'
import { planTexts as texts } from '#pwa/texts/plan.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business, Features } from '#schema/contract/business.ts'

export function PlanScreen({ businessId }: { businessId: string }) {
  const { business } = useBusiness()
  const isOffline = useConnection() === 'offline'
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {!business ? (
        <Skeleton className="h-64 w-full rounded-lg" />
      ) : (
        <div className="flex flex-col gap-6">
          <Card title={texts.current}>
            <p className="flex flex-wrap items-center gap-3 font-semibold text-xl">
              <span>{platformTexts.plans[business.plan]}</span>
              {business.readOnly && (
                <Badge tone="danger">
                  {business.status === 'suspended'
                    ? platformTexts.statuses.suspended
                    : platformTexts.trialEnded}
                </Badge>
              )}
            </p>
            <p className="mt-1 text-ink-soft">{standingOf(business)}</p>
            <Contents features={business.features} />
          </Card>
          <Card title={texts.others} description={isOffline ? texts.offline : texts.askHint}>
            <ul className="divide-y divide-line">
              {plansOf(business).map(({ value, label, description }) => (
                <li
                  key={value}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0"
                >
                  <div className="min-w-0 flex-1 basis-40">
                    <p className="font-medium">{label}</p>
                    <p className="text-ink-soft text-sm">{description}</p>
                  </div>
                  {value === business.plan ? (
                    <Badge tone="accent">{texts.yours}</Badge>
                  ) : (
                    (value === 'pro' || value === 'enterprise') && (
                      <AskButton
                        businessId={businessId}
                        plan={value}
                        label={label}
                        isOffline={isOffline}
                      />
                    )
                  )}
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
    </>
  )
}

/** A trial comes once: it is listed for businesses that are on it. */
const plansOf = ({ plan }: Business) =>
  offeredPlans().filter(({ value }) => value !== 'trial' || plan === 'trial')

function standingOf(business: Business): string {
  if (business.status === 'suspended') return texts.suspended
  if (business.readOnly) return texts.trialOver
  const days = trialDaysLeft(business)
  return days === null ? texts.active : texts.onTrial(days)
}

function Contents({ features }: Pick<Business, 'features'>) {
  const names = Object.keys(platformTexts.featureNames) as (keyof Features)[]
  return (
    <ul aria-label={texts.contents} className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {names.map((name) => {
        const Icon = features[name] ? Check : Minus
        return (
          <li key={name} className="flex items-start gap-3">
            <Icon
              size={18}
              aria-hidden="true"
              className={features[name] ? 'mt-0.5 text-success' : 'mt-0.5 text-ink-faint'}
            />
            <div className="min-w-0">
              <p>{platformTexts.featureNames[name]}</p>
              <p className="text-ink-soft text-sm">
                {features[name] ? platformTexts.featureHints[name] : texts.notIncluded}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

interface AskButtonProps {
  businessId: string
  plan: 'pro' | 'enterprise'
  label: string
  isOffline: boolean
}

function AskButton({ businessId, plan, label, isOffline }: AskButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'asked'>('idle')
  async function ask() {
    setState('busy')
    try {
      await call('business.requestPlan', { params: { businessId }, body: { plan } })
      setState('asked')
      showToast({ title: texts.asked, description: texts.askedHint(label) })
    } catch (error) {
      setState('idle')
      showFailure(texts.askFailed, error)
    }
  }
  return (
    <Button
      look="secondary"
      busy={state === 'busy'}
      disabled={isOffline || state === 'asked'}
      onClick={() => void ask()}
    >
      {state === 'asked' ? texts.asked : texts.ask(label)}
    </Button>
  )
}

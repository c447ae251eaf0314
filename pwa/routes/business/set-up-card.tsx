/**
 * A new owner's setup steps, each one press away. It disappears when all are done, or when
 * dismissed.
 */
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, CircleDashed, X } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '#pwa/api/use-call.ts'
import { LoadSample } from '#pwa/routes/customers/sample-customers.tsx'
import { setUpTexts as texts } from '#pwa/texts/set-up.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Progress } from '#pwa/ui/progress.tsx'
import { type SetUp, type SetUpStep, useSetUp } from './set-up.ts'

const places: Record<SetUpStep, Pick<LinkProps, 'to' | 'search'>> = {
  brand: { to: '/business-dashboard/branding' },
  program: { to: '/business-dashboard/program' },
  reward: { to: '/business-dashboard', search: { tab: 'rewards', do: 'create-reward' } },
  qrCode: { to: '/business-dashboard', search: { tab: 'qr-codes', do: 'create-qr-code' } },
  staff: { to: '/business-dashboard/staff' },
  customer: { to: '/counter', search: { do: 'sign-up' } },
}

const hiddenAs = (businessId: string) => `set-up-hidden-${businessId}`

export function SetUpCard({ businessId }: { businessId: string }) {
  const setUp = useSetUp()
  const [hidden, setHidden] = useState(() => isHidden(businessId))
  const isNew = setUp?.steps.some((step) => step !== 'staff' && !setUp.known[step])
  if (hidden || !setUp || !isNew) return null
  return (
    <Steps
      businessId={businessId}
      {...setUp}
      onHide={() => {
        hide(businessId)
        setHidden(true)
      }}
    />
  )
}

interface StepsProps extends SetUp {
  businessId: string
  onHide: () => void
}

function Steps({ businessId, steps, known, isEmpty, onHide }: StepsProps) {
  const { data: team } = useCall('business.staff', { params: { businessId } })
  const done: Record<SetUpStep, boolean> = { ...known, staff: (team?.length ?? 0) > 1 }
  const count = steps.filter((step) => done[step]).length
  return (
    <div className="mb-6">
      <Card
        flush
        title={texts.title}
        description={texts.progress(count, steps.length)}
        actions={
          <Button
            look="ghost"
            size="icon"
            aria-label={texts.hide}
            title={texts.hide}
            onClick={onHide}
          >
            <X size={18} aria-hidden="true" />
          </Button>
        }
      >
        <div className="px-5 pb-3">
          <Progress label={texts.title} value={count} max={steps.length} />
        </div>
        <ol className="divide-y divide-line border-line border-t">
          {steps.map((step) => (
            <li key={step}>
              <Link
                to={places[step].to}
                search={places[step].search}
                className="flex min-h-14 items-center gap-3 px-5 py-2.5 text-ink text-sm no-underline hover:bg-sunken/50"
              >
                {done[step] ? (
                  <CircleCheck size={20} aria-hidden="true" className="shrink-0 text-success" />
                ) : (
                  <CircleDashed size={20} aria-hidden="true" className="shrink-0 text-ink-faint" />
                )}
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">
                    <span>{texts.steps[step]}</span>
                    <span className="sr-only">{` ${done[step] ? texts.done : texts.toDo}`}</span>
                  </span>
                  <span className="block text-ink-soft">{texts.hints[step]}</span>
                </span>
                <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-ink-faint" />
              </Link>
            </li>
          ))}
        </ol>
        {isEmpty && <LoadSample businessId={businessId} />}
      </Card>
    </div>
  )
}

function isHidden(businessId: string): boolean {
  try {
    return localStorage.getItem(hiddenAs(businessId)) !== null
  } catch {
    return false
  }
}

function hide(businessId: string): void {
  try {
    localStorage.setItem(hiddenAs(businessId), '1')
  } catch {
    // Storage is blocked: the card comes back at the next visit.
  }
}

/**
 * A new owner's setup steps, each one press away, the open ones first and the next of them loudest,
 * until they are done or hidden, and once the way on from them.
 */
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, CircleDashed, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCall } from '#pwa/api/use-call.ts'
import { LoadSample } from '#pwa/routes/customers/sample-customers.tsx'
import { setUpTexts as texts } from '#pwa/texts/set-up.ts'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
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
/** Set once the steps were shown here, so that owners of older businesses get no final message. */
const begunAs = (businessId: string) => `set-up-begun-${businessId}`

export function SetUpCard({ businessId }: { businessId: string }) {
  const setUp = useSetUp()
  const [hidden, setHidden] = useState(() => isKept(hiddenAs(businessId)))
  const isNew = setUp?.steps.some((step) => step !== 'staff' && !setUp.known[step])
  useEffect(() => {
    if (isNew) keep(begunAs(businessId))
  }, [isNew, businessId])
  if (hidden || !setUp) return null
  const onHide = () => {
    keep(hiddenAs(businessId))
    setHidden(true)
  }
  if (isNew) return <Steps businessId={businessId} {...setUp} onHide={onHide} />
  return isKept(begunAs(businessId)) ? <Ready onHide={onHide} /> : null
}

/** Shown after the last step until it is hidden: leads on to the poster and the counter's device. */
function Ready({ onHide }: { onHide: () => void }) {
  return (
    <div className="mb-6">
      <Card title={texts.ready} actions={<Hide label={texts.hideReady} onHide={onHide} />}>
        <p className="text-ink-soft">{texts.readyHint}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Link
            to="/business-dashboard"
            search={{ tab: 'qr-codes' }}
            className={buttonClass('primary', 'md')}
          >
            {texts.poster}
          </Link>
          <Link to="/business-dashboard/tills" className={buttonClass('secondary', 'md')}>
            {texts.counterDevice}
          </Link>
        </div>
      </Card>
    </div>
  )
}

function Hide({ label, onHide }: { label: string; onHide: () => void }) {
  return (
    <Button look="ghost" size="icon" aria-label={label} title={label} onClick={onHide}>
      <X size={18} aria-hidden="true" />
    </Button>
  )
}

interface StepsProps extends SetUp {
  businessId: string
  onHide: () => void
}

function Steps({ businessId, steps, known, isEmpty, onHide }: StepsProps) {
  const { data: team } = useCall('business.staff', { params: { businessId } })
  const done: Record<SetUpStep, boolean> = { ...known, staff: (team?.length ?? 0) > 1 }
  const open = steps.filter((step) => !done[step])
  const finished = steps.filter((step) => done[step])
  return (
    <div className="mb-6">
      <Card
        flush
        title={texts.title}
        description={texts.progress(finished.length, steps.length)}
        actions={<Hide label={texts.hide} onHide={onHide} />}
      >
        <div className="px-5 pb-3">
          <Progress label={texts.title} value={finished.length} max={steps.length} />
        </div>
        <ol className="divide-y divide-line border-line border-t">
          {[...open, ...finished].map((step) => (
            <li key={step}>
              <Link
                to={places[step].to}
                search={places[step].search}
                className={classNames(
                  'flex min-h-14 items-center gap-3 px-5 py-2.5 text-ink text-sm no-underline hover:bg-sunken/50',
                  step === open[0] && 'bg-accent-soft',
                )}
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
                {step === open[0] ? (
                  <span className={buttonClass('primary', 'md')}>{texts.start}</span>
                ) : (
                  <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-ink-faint" />
                )}
              </Link>
            </li>
          ))}
        </ol>
        {isEmpty && <LoadSample businessId={businessId} />}
      </Card>
    </div>
  )
}

function isKept(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}

function keep(name: string): void {
  try {
    localStorage.setItem(name, '1')
  } catch {
    // Storage is blocked: a hidden card comes back at the next visit.
  }
}

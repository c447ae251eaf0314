/**
 * Settings for redeeming rewards offline: the owner's choice, its worst case as one number, and a
 * link to the members who owe points because of it.
 */
import { Link } from '@tanstack/react-router'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { offlineRedemptionTexts as texts } from '#pwa/texts/offline-redemption.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ChoiceCards } from '#pwa/ui/choice-cards.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import type { Trust } from '#schema/contract/offline-redemption.ts'
import { type TrustFormProps, useTrustForm } from './use-trust-form.ts'

export function OfflineRedemptionScreen({ businessId }: { businessId: string }) {
  const settings = useCachedCall('business.offlineRedemption', { params: { businessId } })
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <div className="flex flex-col gap-6">
        <Card>
          <LoadProblem of={settings} />
          {settings.data ? (
            <TrustForm
              // Remounts when the server's answer replaces the stored one.
              key={String(settings.seenAt)}
              businessId={businessId}
              settings={settings.data}
              isSeen={settings.seenAt !== null}
              onSaved={settings.reload}
            />
          ) : (
            settings.error === undefined && <Skeleton className="h-60 w-full" />
          )}
        </Card>
        <p className="text-ink-soft text-sm">
          <Link to="/business-dashboard/attention" className={textLinkClass}>
            {texts.debtsElsewhere}
          </Link>
        </p>
      </div>
    </>
  )
}

function TrustForm(props: TrustFormProps) {
  const { mode, setMode, errors, control, worstCase, worth, submit, busy } = useTrustForm(props)
  const cap = (name: keyof Trust) => (
    <Field label={texts[name]} required error={errors[name]}>
      {(wired) => <Input {...wired} {...control(name)} inputMode="numeric" />}
    </Field>
  )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <ChoiceCards
        legend={texts.choose}
        value={mode}
        onValue={setMode}
        choices={[
          { value: 'confirm', label: texts.confirmFirst, description: texts.confirmFirstHint },
          { value: 'trust', label: texts.trust, description: texts.trustHint },
        ]}
      />
      {mode === 'trust' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            {cap('pointsPerRedemption')}
            {cap('pointsPerDevice')}
          </div>
          <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-warning">
            <span>{worstCase}</span> {worth && <span>{worth}</span>}
          </p>
        </>
      )}
      <Button type="submit" className="self-start" busy={busy} disabled={props.isSeen}>
        {texts.save}
      </Button>
    </form>
  )
}

/**
 * The program's settings: how customers earn points, and the welcome bonus. Changes save offline
 * too.
 */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { ChangedMeanwhile } from '#pwa/routes/forms/edit-dialog.tsx'
import { PostalAddressField } from '#pwa/routes/forms/postal-address-field.tsx'
import { programTexts as texts } from '#pwa/texts/program.ts'
import { setUpTexts } from '#pwa/texts/set-up.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { Business } from '#schema/contract/business.ts'
import { CountryField } from './country-field.tsx'
import { AskingCard, EarningCard, SignUpCard, WelcomeCard } from './program-fields.tsx'
import { neverChanged } from './set-up.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { useProgram } from './use-program.ts'

export function ProgramScreen() {
  const { business } = useBusiness()
  const [seen, setSeen] = useState<Business | null>(null)
  const shown = seen ?? business
  if (business && seen === null) setSeen(business)
  const isOutdated = seen !== null && business?.programRevision !== seen.programRevision
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {isOutdated && (
        <div className="mb-6">
          <ChangedMeanwhile onLatest={() => setSeen(business)}>
            {texts.changedMeanwhile}
          </ChangedMeanwhile>
        </div>
      )}
      {business?.readOnly && (
        <div className="mb-6">
          <Banner inset tone="notice">
            {texts.readOnly}
          </Banner>
        </div>
      )}
      {shown ? (
        <ProgramForm
          key={shown.programRevision}
          seen={shown}
          isOutdated={isOutdated}
          isReadOnly={business?.readOnly ?? shown.readOnly}
          onSaved={() => setSeen(null)}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </>
  )
}

interface ProgramFormProps {
  seen: Business
  /** A later version exists: the server would refuse to save over it. */
  isOutdated: boolean
  /** The business is suspended or its trial has ended: the server would hold the change. */
  isReadOnly: boolean
  onSaved: () => void
}

function ProgramForm({ seen, isOutdated, isReadOnly, onSaved }: ProgramFormProps) {
  const navigate = useNavigate()
  const hasChosen = isOutdated || seen.programRevision !== neverChanged
  const program = useProgram(
    seen,
    onSaved,
    hasChosen ? undefined : () => void navigate({ to: '/business-dashboard' }),
  )
  const { form, errors, busy, agrees } = program
  return (
    <form {...form} className="flex max-w-2xl flex-col gap-6">
      <EarningCard program={program} />
      <WelcomeCard seen={seen} errors={errors} />
      <SignUpCard seen={seen} />
      <AskingCard seen={seen} errors={errors} />
      <Card title={texts.emails}>
        <PostalAddressField seen={seen.postalAddress} error={errors.postalAddress} />
      </Card>
      <Card title={texts.days}>
        <TimeZoneField seen={seen.timeZone} error={errors.timeZone} />
      </Card>
      <Card title={texts.phones}>
        <CountryField seen={seen.country} error={errors.country} />
      </Card>
      <div className="at-foot pt-2">
        <Button
          type="submit"
          size="lg"
          busy={busy}
          disabled={isOutdated || isReadOnly}
          className="max-sm:w-full"
        >
          {agrees ? setUpTexts.looksGood : texts.save}
        </Button>
      </div>
    </form>
  )
}

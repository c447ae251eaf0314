/** The audience of a campaign: its kind and its criteria. */
import type { ReactNode } from 'react'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { fieldSentence } from '#pwa/texts/field-sentence.ts'
import { ChoiceCards } from '#pwa/ui/choice-cards.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import type { Audience, AudienceKind } from '#schema/contract/campaign.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'

interface AudienceFieldsProps {
  seen: Audience | undefined
  kind: AudienceKind
  /** The values that fields had when another kind was chosen, by their names. */
  left: Record<string, unknown>
  onKind: (kind: AudienceKind) => void
  error: string | undefined
  /** The preview of the audience. */
  children: ReactNode
}

export function AudienceFields(props: AudienceFieldsProps) {
  const { seen, kind, left, onKind, error, children } = props
  const known = seen?.kind === kind ? (seen as unknown as Record<string, unknown>) : {}
  const field = (name: string, label: string, preset?: number, hint?: string) => (
    <AudienceField
      key={`${kind} ${name}`}
      name={name}
      label={label}
      hint={hint}
      value={left[name] ?? known[name] ?? preset}
      error={kind === 'segment' ? undefined : error}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <ChoiceCards
        legend={texts.audience}
        value={kind}
        onValue={onKind}
        choices={[
          { value: 'birthday', label: texts.kindBirthday, description: texts.kindBirthdayHint },
          { value: 'win_back', label: texts.kindWinBack, description: texts.kindWinBackHint },
          { value: 'points', label: texts.kindPoints, description: texts.kindPointsHint },
          { value: 'segment', label: texts.kindSegment, description: texts.kindSegmentHint },
        ]}
      />
      {kind === 'birthday' && field('daysBefore', texts.daysBefore, 3, texts.daysBeforeHint)}
      {kind === 'win_back' && field('days', texts.absentDays, 60)}
      {kind === 'points' && field('points', texts.pointsReached, 500)}
      {kind === 'segment' && (
        <div className="flex flex-col gap-3">
          <p className="text-ink-soft text-sm">{texts.chosen}</p>
          <div className="grid items-end gap-4 sm:grid-cols-2">
            {field('pointsMin', texts.pointsMin)}
            {field('pointsMax', texts.pointsMax)}
            {field('visitedWithinDays', texts.visitedWithinDays)}
            {field('notVisitedForDays', texts.notVisitedForDays)}
            {field('joinedWithinDays', texts.joinedWithinDays)}
            {field('spentMin', texts.spentMin)}
          </div>
          {error && (
            <p role="alert" className="font-medium text-danger text-sm">
              {fieldSentence(error)}
            </p>
          )}
        </div>
      )}
      {children}
    </div>
  )
}

interface AudienceFieldProps {
  name: string
  label: string
  hint: string | undefined
  value: unknown
  error: string | undefined
}

function AudienceField({ name, label, hint, value, error }: AudienceFieldProps) {
  return (
    <Field label={label} error={error} {...(hint && { hint })}>
      {(control) => (
        <Input
          {...control}
          name={name}
          inputMode={name === 'spentMin' ? 'decimal' : 'numeric'}
          autoComplete="off"
          defaultValue={value === null || value === undefined ? undefined : String(value)}
        />
      )}
    </Field>
  )
}

/** The audience in the form's fields, not yet validated. */
export function readAudience(typed: FormData, kind: AudienceKind): unknown {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  const number = (name: string) => readWholeNumber(text(name))
  const optional = (name: string) => (text(name) === '' ? null : number(name))
  switch (kind) {
    case 'birthday': {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return { kind, daysBefore: number('daysBefore'), timeZone }
    }
    case 'win_back':
      return { kind, days: number('days') }
    case 'points':
      return { kind, points: number('points') }
    case 'segment':
      return {
        kind,
        pointsMin: optional('pointsMin'),
        pointsMax: optional('pointsMax'),
        visitedWithinDays: optional('visitedWithinDays'),
        notVisitedForDays: optional('notVisitedForDays'),
        joinedWithinDays: optional('joinedWithinDays'),
        spentMin: text('spentMin') === '' ? null : text('spentMin'),
      }
  }
}

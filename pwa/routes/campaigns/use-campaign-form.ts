/** The state of a campaign's form: what is typed, the mail and the audience it makes, saving. */
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { changeCampaign, createCampaign } from '#pwa/loyalty/campaign.ts'
import { changeProgram } from '#pwa/loyalty/program.ts'
import { changedTerms } from '#pwa/routes/forms/edit-dialog.tsx'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { keep } from '#pwa/texts/keep.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import {
  type AudienceKind,
  type Campaign,
  type CampaignTerms,
  campaignTerms,
} from '#schema/contract/campaign.ts'
import { givenPostalAddress } from '#schema/contract/program.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'
import { readAudience } from './audience-fields.tsx'
import { readMail, type TypedMail } from './mail-preview.tsx'

/** Before the first campaign, the form also asks for the business's postal address. */
const campaignForm = z.extend(campaignTerms, { postalAddress: z.optional(givenPostalAddress) })

/** Asked before a new campaign goes out. */
export interface Question {
  terms: CampaignTerms
  answer: (yes: boolean) => void
}

/** The texts that the form starts with: a new campaign's kind proposes them. */
type Proposal = Pick<Campaign, 'name' | 'subject' | 'message'>

function useProposal(seen: Campaign | null, kind: AudienceKind) {
  const [proposed, setProposed] = useState<Proposal>(seen ?? texts.proposals[kind])
  function propose(chosen: AudienceKind, typed: FormData) {
    if (seen) return
    const next = texts.proposals[chosen]
    // The owner's own text stays.
    setProposed((last) => {
      const chooseText = (name: keyof Proposal) =>
        typed.get(name) === last[name] ? next[name] : last[name]
      return {
        name: chooseText('name'),
        subject: chooseText('subject'),
        message: chooseText('message'),
      }
    })
  }
  return { proposed, propose }
}

/** @param seen null when creating a new one */
export function useCampaignForm(seen: Campaign | null, onClose: () => void) {
  const [kind, setKind] = useState<AudienceKind>(seen?.audience.kind ?? 'birthday')
  const { proposed, propose } = useProposal(seen, kind)
  const [discountType, setDiscountType] = useState(seen?.discountType ?? 'percentage')
  const [audience, setAudience] = useState<unknown>(null)
  /** The fields of every kind that has been left, by their names. */
  const [left, setLeft] = useState<Record<string, unknown>>({})
  const [mail, setMail] = useState<TypedMail | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const { business } = useBusiness()
  const asksAddress = business !== null && !business.postalAddress
  const read = (fields: FormData) => ({
    ...readTerms(fields, kind, discountType, seen?.isActive),
    ...(asksAddress && { postalAddress: String(fields.get('postalAddress') ?? '') }),
  })
  const { form, errors, busy } = useForm({
    schema: campaignForm,
    read,
    async send({ postalAddress, ...terms }) {
      const starts = !seen && terms.isActive
      if (starts && !(await new Promise<boolean>((answer) => setQuestion({ terms, answer }))))
        return false
      if (business && postalAddress) await changeProgram(business, { postalAddress })
      if (seen) {
        const changes = changedTerms<CampaignTerms>(seen, terms, { audience: isSame })
        if (Object.keys(changes).length > 0) await changeCampaign(seen, changes)
        showToast({ title: texts.changed, description: texts.changedHint(keep(terms.name)) })
      } else {
        await createCampaign(terms)
        const hint = terms.isActive ? texts.createdHint : texts.createdPausedHint
        showToast({ title: texts.created, description: hint(keep(terms.name)) })
      }
      onClose()
      return true
    },
    onFailure: (error) => showFailure(texts.failed, error),
  })
  const { ref: formRef } = form
  const follow = useCallback(
    (typed: FormData) => {
      setAudience(readAudience(typed, kind))
      setMail(readMail(typed, discountType, business))
    },
    [kind, discountType, business],
  )
  // The fields of another kind have their own values.
  useEffect(() => {
    if (formRef.current) follow(new FormData(formRef.current))
  }, [formRef, follow])
  function chooseKind(chosen: AudienceKind) {
    const typed = new FormData(formRef.current ?? undefined)
    setKind(chosen)
    setLeft((before) => ({ ...before, ...Object.fromEntries(typed) }))
    propose(chosen, typed)
  }
  return {
    ...{ kind, chooseKind, left, proposed, discountType, setDiscountType },
    ...{ audience, mail, asksAddress, errors, busy },
    form: {
      ...form,
      onInput(event: FormEvent<HTMLFormElement>) {
        form.onInput(event)
        follow(new FormData(event.currentTarget))
      },
    },
    readTyped: () => read(new FormData(formRef.current ?? undefined)),
    question,
    answer(yes: boolean) {
      question?.answer(yes)
      setQuestion(null)
    },
  }
}

function readTerms(
  typed: FormData,
  kind: AudienceKind,
  discountType: Campaign['discountType'],
  /** The campaign's current state, which the form leaves unchanged; undefined for a new one. */
  wasActive: boolean | undefined,
): object {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  return {
    name: text('name'),
    audience: readAudience(typed, kind),
    subject: text('subject'),
    message: text('message'),
    discountType,
    discountValue: text('discountValue'),
    couponDays: readWholeNumber(text('couponDays')),
    isActive: wasActive ?? typed.has('isActive'),
  }
}

/**
 * The database doesn't keep the order of an audience's keys. The birthday time zone is ignored,
 * because it comes from the editor's browser.
 */
function isSame(one: Campaign['audience'], other: Campaign['audience']): boolean {
  const parts = (audience: Campaign['audience']) =>
    JSON.stringify(
      Object.entries(audience)
        .filter(([name]) => name !== 'timeZone')
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return parts(one) === parts(other)
}

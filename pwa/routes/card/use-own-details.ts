/**
 * A member's correction of their own details. A repeat after a lost answer has the same key, so that
 * the server knows it; a correction that someone else overtook keeps what was typed.
 */
import { useRef, useState } from 'react'
import { v4 } from 'uuid'
import * as z from 'zod/mini'
import { callAsMember } from '#pwa/api/member-call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { refreshPage } from '#pwa/visitor/pages.ts'
import { isParked } from '#pwa/visitor/send.ts'
import { type Correction, correctionOf, customerDetails } from '#schema/contract/correction.ts'
import type { OwnData } from '#schema/contract/member-privacy.ts'
import { email } from '#schema/contract/person.ts'

const typedDetails = z.extend(customerDetails, {
  removes: z.boolean(),
  /** An empty field keeps the current email. */
  email: z.optional(z.union([z.literal(''), email])),
})

export interface OwnDetailsProps {
  customerId: string
  /** The server’s last answer; it masks the number and the email. */
  details: NonNullable<OwnData['details']>
  onData: (data: OwnData) => void
  onFailure: (error: unknown) => void
}

interface SentCorrection {
  body: string
  key: string
}

/** @param lost the correction before, if its answer did not arrive */
export function sentAs(lost: SentCorrection | null, correction: object): SentCorrection {
  const body = JSON.stringify(correction)
  return lost?.body === body ? lost : { body, key: v4() }
}

export function useOwnDetails({ customerId, details, onData, onFailure }: OwnDetailsProps) {
  const params = { customerId }
  const [isOutdated, setOutdated] = useState(false)
  /** Empties the phone field once its number is stored. */
  const [saves, setSaves] = useState(0)
  const lost = useRef<SentCorrection | null>(null)

  async function save(correction: Correction): Promise<boolean> {
    lost.current = sentAs(lost.current, correction)
    const headers = { 'Idempotency-Key': lost.current.key }
    const answer = await callAsMember('customer.change', { params, headers, body: correction })
    lost.current = null
    return isParked(answer)
  }

  const form = useForm({
    schema: typedDetails,
    read: (fields) => ({ ...Object.fromEntries(fields), removes: fields.has('removes') }),
    async send({ removes, ...typed }) {
      const phone = typed.phone || (removes ? '' : details.phone)
      const typedEmail = typed.email || details.email
      const correction = correctionOf({ ...typed, phone, email: typedEmail }, details)
      if (!correction) {
        showToast({ title: texts.detailsSaved })
        return
      }
      const isHeld = await save(correction)
      const isMailed = typedEmail !== details.email
      showToast({
        title: isHeld ? texts.detailsWait : texts.detailsSaved,
        description: isMailed && !isHeld ? texts.emailLinkSent : undefined,
      })
      setOutdated(false)
      setSaves((times) => times + 1)
      // Saved already: a refresh without an answer is no failure.
      await Promise.allSettled([
        refreshPage(customerId),
        callAsMember('customer.ownData', { params }).then(onData),
      ])
    },
    onFailure(error) {
      onFailure(error)
      if (!(error instanceof CallRefused) || error.code !== 'customer_changed_meanwhile') return
      lost.current = null
      // The form keeps what was typed, beside what is stored by now.
      callAsMember('customer.ownData', { params }).then((data) => {
        onData(data)
        setOutdated(true)
      }, onFailure)
    },
  })

  return { ...form, isOutdated, saves }
}

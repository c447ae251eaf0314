/**
 * The facts that decide sign-ups, read in one statement for one sign-up or a whole batch. Within a
 * batch, the effects of earlier sign-ups are added here, so each is judged as if those were already
 * in the database.
 */
import { type SQL, sql } from 'drizzle-orm'
import { uuid } from '#schema/contract/id.ts'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import type { ReadForRun, Reading } from '#sync-server/engine/domain.ts'
import type { AskedBy } from '#sync-server/rule/context.ts'
import { contactKeys } from '#sync-server/rule/email-key.ts'
import { rowsOf, writeDown } from '#sync-server/rule/ready-statement.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { comparedNumber } from './contact.ts'
import { welcomeIdOf } from './coupon.ts'

interface SignUpAsked {
  payload: SignUpNamed
  by: AskedBy
}

/** The fields of a sign-up that the facts depend on. */
interface SignUpNamed {
  email: string
  phone?: string | null | undefined
  memberId: string
  qrCodeId?: string | undefined
}

interface SignUpKnown {
  /** The member who has this e-mail, or had it and can still get it back. */
  memberId: string | null
  /** The member that already has the payload's id, by their own row or by an alias. */
  idLeadsTo: string | null
  mailboxWelcomed: boolean
  /** The phone number had a welcome, and one of the two gave no email. */
  numberWelcomed: boolean
  /** The id of their welcome coupon. */
  welcomeId: string
  /** Welcomes given to visitors on this network within the last day, counted up to the limit. */
  fromNetwork: number
  /** Welcomes given to visitors within the last hour, counted up to the limit. */
  fromEverywhere: number
  /** The printed code that they used is active. */
  codeStands: boolean
}

type Fact = { kind: string; name: string; leadsTo: string | null; count: number }

export class SignUpFacts {
  /** Sign-ups these facts were read for; they cover no others. */
  readonly #asked: ReadonlySet<string>
  readonly #members = new Map<string, string>()
  readonly #aliases = new Map<string, string>()
  readonly #mailboxes = new Set<string>()
  readonly #numbers = new Set<string>()
  /** Numbers of members without an email. */
  readonly #numbersAlone = new Set<string>()
  readonly #ids = new Set<string>()
  readonly #codes = new Set<string>()
  readonly #coupons = new Set<string>()
  readonly #welcomeId: (emailKeyOrMemberId: string) => string
  readonly #numberOf: (phone: string | null | undefined) => string[]
  readonly #countByNetwork = new Map<string, number>()
  #fromEverywhere = 0

  private constructor(
    asked: readonly SignUpAsked[],
    facts: Iterable<Fact>,
    welcomeId: (emailKeyOrMemberId: string) => string,
    numberOf: (phone: string | null | undefined) => string[],
  ) {
    this.#asked = new Set(asked.map(({ payload }) => nameOf(payload)))
    this.#welcomeId = welcomeId
    this.#numberOf = numberOf
    for (const { kind, name, leadsTo, count } of facts) {
      if (kind === 'email') this.#members.set(name, leadsTo ?? '')
      else if (kind === 'former') {
        if (!this.#members.has(name)) this.#members.set(name, leadsTo ?? '')
      } else if (kind === 'mailbox') this.#mailboxes.add(name)
      else if (kind === 'number') this.#numbers.add(name)
      else if (kind === 'numberAlone') this.#numbersAlone.add(name)
      else if (kind === 'formerNumber') this.#addNumber({ phone: name, isAlone: count > 0 })
      else if (kind === 'id') this.#ids.add(name)
      else if (kind === 'alias') this.#aliases.set(name, leadsTo ?? '')
      else if (kind === 'code') this.#codes.add(name)
      else if (kind === 'coupon') this.#coupons.add(name)
      else if (kind === 'everywhere') this.#fromEverywhere = count
      else this.#countByNetwork.set(name, count)
    }
  }

  static async read(asked: readonly SignUpAsked[], context: Reading): Promise<SignUpFacts> {
    const { tenant, now, business } = context
    const { businessId } = tenant
    const welcomeId = (word: string) => welcomeIdOf(word, context)
    const payloads = asked.map(({ payload }) => payload)
    const visitors = asked.filter(({ by }) => by.asker === 'visitor')
    const keys = payloads.map(contactKeys)
    const emails = rowsOf(keys.map(({ emailKey }) => emailKey))
    const mailboxes = rowsOf(keys.map(({ mailboxKey }) => mailboxKey))
    const numberOf = (phone: string | null | undefined) =>
      phone && business ? [comparedNumber(phone, business), digitsOf(phone)] : []
    const numbersOf = (which: readonly SignUpNamed[]) =>
      which.flatMap(({ phone }) => numberOf(phone))
    const numbers = numbersOf(payloads.filter(({ email }) => email === ''))
    const otherNumbers = numbersOf(payloads.filter(({ email }) => email !== ''))
    const ids = rowsOf(
      payloads.map(({ memberId }) => memberId),
      'uuid',
    )
    const codes = payloads.flatMap(({ qrCodeId }) => qrCodeId ?? [])
    const coupons = rowsOf(
      keys.map(({ emailKey }) => welcomeId(emailKey)),
      'uuid',
    )
    const networks = visitors.map(({ by }) => by.origin.network)
    const since = new Date(now.getTime() - dayMs).toISOString()
    const sinceHour = new Date(now.getTime() - hourMs).toISOString()
    const own = sql`business_id = ${businessId}::uuid`
    const limitOf = (column: string) =>
      sql`(select ${sql.raw(column)} from business where id = ${businessId}::uuid)`
    // Digits are compared where a number could not be parsed, or is not parsed yet.
    const withNumber = (which: SQL) => sql`
      select from customer where ${own} and phone_e164 = asked
        and welcome in ('given', 'held') and ${which}
      union all select from customer where ${own} and phone_digits = asked
        and phone_e164 is null and welcome in ('given', 'held') and ${which}`
    const isAlone = isAloneIn(businessId)
    // One lookup each, by `lateral` and `limit`: with `= any(…)` or `exists`, the generic plan
    // reads all customers of a business, which is cheap only for an average-sized one. A part
    // without a question is left out, because PostgreSQL opens even an empty one.
    const parts = [
      sql`select 'email' as kind, asked as name, id as "leadsTo", 0 as count
        from ${emails}, lateral (select id from customer
          where ${own} and email_key = asked limit 1) known`,
      sql`select 'id', asked::text, null, 0
        from ${ids}, lateral (select from customer
          where ${own} and id = asked limit 1) known`,
      sql`select 'id', asked::text, null, 0
        from ${ids}, lateral (select from sample_member
          where ${own} and member_id = asked limit 1) known`,
      sql`select 'alias', asked::text, member_id, 0
        from ${ids}, lateral (select member_id from member_alias
          where ${own} and alias_id = asked limit 1) known`,
      sql`select 'mailbox', asked, null, 0
        from ${mailboxes}, lateral (select from customer
          where ${own} and mailbox_key = asked and welcome in ('given', 'held') limit 1) known`,
      sql`select 'former', email_key, member_id, 0
        from ${mailboxes}, lateral (select email_key, member_id from former_contact
          where ${own} and mailbox_key = asked and undone_at is null
            and undo_until > ${now.toISOString()}::timestamptz limit ${serverLimits.formerContactsRead}) former`,
      sql`select 'mailbox', asked, null, 0
        from ${mailboxes}, lateral (select from former_contact
          where ${own} and mailbox_key = asked limit 1) known`,
      numbers.length > 0 &&
        sql`select 'number', asked, null, 0
        from ${rowsOf(numbers)}, lateral (${withNumber(sql`true`)} limit 1) known`,
      otherNumbers.length > 0 &&
        sql`select 'numberAlone', asked, null, 0
        from ${rowsOf(otherNumbers)}, lateral (${withNumber(isAlone)} limit 1) known`,
      numbers.length + otherNumbers.length > 0 &&
        sql`(select 'formerNumber', former, null, (${isAlone})::int
        from former_contact former join customer on customer.business_id = former.business_id
          and customer.id = former.member_id and welcome in ('given', 'held')
        where former.business_id = ${businessId}::uuid and kind = 'phone'
          and undo_until > ${now.toISOString()}::timestamptz
        order by undo_until desc limit ${serverLimits.formerContactsRead})`,
      codes.length > 0 &&
        sql`select 'code', asked::text, null, 0
        from ${rowsOf(codes, 'uuid')}, lateral (select from qr_code
          where ${own} and id = asked and is_active limit 1) known`,
      sql`select 'coupon', asked::text, null, 0
        from ${coupons}, lateral (select from coupon
          where ${own} and id = asked limit 1) known`,
      networks.length > 0 &&
        sql`select 'network', asked, null, (select count(*)::int from (select from customer
          where ${own} and joined_from = asked and created_at > ${since}::timestamptz
            and welcome = 'given'
          limit ${limitOf('welcomes_per_network_per_day')}) recent)
        from ${rowsOf(networks)}`,
      networks.length > 0 &&
        sql`select 'everywhere', '', null, (select count(*)::int from (select from customer
          where ${own} and joined_from is not null and created_at > ${sinceHour}::timestamptz
            and welcome = 'given'
          limit ${limitOf('welcomes_per_hour')}) recent)`,
    ].filter((part) => part !== false)
    const facts = await tenant.db.execute<Fact>(writeDown(sql.join(parts, sql` union all `)))
    return new SignUpFacts(asked, facts, welcomeId, numberOf)
  }

  covers(payload: SignUpNamed): boolean {
    return this.#asked.has(nameOf(payload))
  }

  known(payload: SignUpNamed, by: AskedBy): SignUpKnown {
    const { qrCodeId } = payload
    const memberId = payload.memberId.toLowerCase()
    const { emailKey, mailboxKey } = contactKeys(payload)
    const welcomeId = this.#welcomeId(emailKey)
    const welcomed = payload.email === '' ? this.#numbers : this.#numbersAlone
    return {
      memberId: this.#members.get(emailKey) ?? null,
      idLeadsTo: this.#aliases.get(memberId) ?? (this.#ids.has(memberId) ? memberId : null),
      mailboxWelcomed: this.#mailboxes.has(mailboxKey),
      numberWelcomed: this.#numberOf(payload.phone).some((number) => welcomed.has(number)),
      welcomeId: this.#coupons.has(welcomeId) ? this.#welcomeId(memberId) : welcomeId,
      fromNetwork: this.#countByNetwork.get(by.origin.network) ?? 0,
      fromEverywhere: this.#fromEverywhere,
      codeStands: qrCodeId === undefined || this.#codes.has(qrCodeId.toLowerCase()),
    }
  }

  /** Adds a member who joined in this transaction; a held welcome doesn't count against limits. */
  addMember(payload: SignUpNamed, by: AskedBy, held: boolean): void {
    const { network } = by.origin
    const { emailKey, mailboxKey } = contactKeys(payload)
    this.#members.set(emailKey, payload.memberId)
    this.#mailboxes.add(mailboxKey)
    this.#addNumber({ phone: payload.phone, isAlone: payload.email === '' })
    this.#ids.add(payload.memberId.toLowerCase())
    if (by.asker !== 'visitor' || held) return
    this.#fromEverywhere += 1
    this.#countByNetwork.set(network, (this.#countByNetwork.get(network) ?? 0) + 1)
  }

  #addNumber({ phone, isAlone }: { phone: string | null | undefined; isAlone: boolean }): void {
    for (const number of this.#numberOf(phone)) {
      this.#numbers.add(number)
      if (isAlone) this.#numbersAlone.add(number)
    }
  }

  addAlias(aliasId: string, memberId: string): void {
    this.#aliases.set(aliasId.toLowerCase(), memberId)
  }
}

/**
 * A member without an email. A joined one is alone only if the kept one has none either, which may
 * have taken theirs.
 */
export const isAloneIn = (businessId: string) => sql`customer.email = ''
  and (customer.joined_into is null or (select kept.email from customer kept
    where kept.business_id = ${businessId}::uuid and kept.id = customer.joined_into) = '')`

/** Reads for a run of sign-ups. A phone number is compared as its business's country writes it. */
export const readSignUps: ReadForRun = async (run, context) => {
  const asked = run.flatMap(({ payload, by }) => {
    const named = readNamed(payload)
    return named ? [{ payload: named, by }] : []
  })
  const needsBusiness = asked.some(({ payload: { phone } }) => phone)
  if (asked.length === 0 || (needsBusiness && !context.business)) return undefined
  return SignUpFacts.read(asked, context)
}

/** @returns the fields the facts depend on, or null for an obviously invalid payload */
function readNamed(payload: unknown): SignUpNamed | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { email, phone, memberId } = payload as Record<string, unknown>
  if (typeof email !== 'string' || !uuid.safeParse(memberId).success) return null
  if (typeof phone !== 'string' && phone !== null && phone !== undefined) return null
  return payload as unknown as SignUpNamed
}

function nameOf({ email, memberId }: SignUpNamed): string {
  return `${memberId} ${contactKeys({ email, memberId }).emailKey}`
}

/**
 * Judges rows of an import by what is known now: which members exist, and what imports have given
 * for the same record so far. A row gives the file's balance minus that, so a file that is imported
 * again gives nothing.
 */
import { sql } from 'drizzle-orm'
import type { ReadImportRow } from '#schema/contract/import-row.ts'
import type { ImportReason, ImportSource } from '#schema/contract/member-import.ts'
import { foldName } from '#schema/contract/search-text.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { Located } from '#sync-server/loyalty/business.ts'
import { comparedNumber } from '#sync-server/loyalty/contact.ts'
import { isAloneIn } from '#sync-server/loyalty/sign-up-facts.ts'
import { emailKey, mailboxKey } from '#sync-server/rule/email-key.ts'
import { textArray } from '#sync-server/rule/ready-statement.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface ImportKeys {
  emailKey: string
  mailboxKey: string
  sourceKey: string
  /** The record's name in a file without ids. */
  nameWithoutId: string
}

/** @returns what identifies the person here, and their record in the other program */
export function importKeysOf(
  { email, phone, foreignId }: ReadImportRow,
  business: Located,
): ImportKeys {
  if (email === '') return keysWithoutEmail(comparedNumber(phone ?? '', business), foreignId)
  const mailbox = mailboxKey(email)
  const nameWithoutId = mailSourceKey(email)
  const sourceKey = foreignId === null ? nameWithoutId : `id ${foreignId}`
  return { emailKey: emailKey(email), mailboxKey: mailbox, sourceKey, nameWithoutId }
}

/** A record's key in a file without ids. */
export function mailSourceKey(email: string): string {
  return `mail ${mailboxKey(email)}`
}

/** A household may share a number, so a record's id identifies its person instead. */
function keysWithoutEmail(number: string, foreignId: string | null): ImportKeys {
  const nameWithoutId = `phone ${number}`
  const sourceKey = foreignId === null ? nameWithoutId : `id ${foreignId}`
  const key = foreignId === null ? phoneKey(number) : `none ${sourceKey}`
  return { emailKey: key, mailboxKey: key, sourceKey, nameWithoutId }
}

/** Stands in for the email key of a member without an email; equals no address. */
export function phoneKey(number: string): string {
  return `none phone ${number}`
}

export interface Judged extends ImportKeys {
  /** Null for a new member. */
  memberId: string | null
  /** The member, or the one joined into them whom the record names: it goes on with that one. */
  namedId: string | null
  /** Signed: what the row adds. */
  points: number
  spentCents: number
}

interface Given {
  namedId: string
  points: number
  spentCents: number
  /** The member whom the record names; absent for a row of the same step. */
  person?: Person | null
}

interface Person {
  firstName: string
  lastName: string
  phone: string | null
  /** Keys of the present address and the former ones. */
  mailboxes: string[]
}

interface Fact {
  kind: 'email' | 'former' | 'phone' | 'source'
  name: string
  namedId: string
  memberId: string
  balance: number
  points: number
  spentCents: string
  person: Person | null
}

/** Enough rows to see whether members of one group or of several have a number. */
const twoGroups = serverLimits.joinedMembers + 1

/** The number that identifies the row's person, if anything else doesn't. */
function numberOf({ emailKey }: ImportKeys): string[] {
  const prefix = phoneKey('')
  return emailKey.startsWith(prefix) ? [emailKey.slice(prefix.length)] : []
}

export class ImportFacts {
  /**
   * Member ids by the key of an address or number as stored; a member may have been joined into
   * another one.
   */
  readonly #named = new Map<string, string>()
  readonly #kept = new Map<string, string>()
  readonly #sources = new Map<string, Given>()
  readonly #balances = new Map<string, number>()
  readonly #business: Located

  private constructor(business: Located) {
    this.#business = business
  }

  static async read(
    { db, businessId }: Tenant,
    rows: readonly ImportKeys[],
    { business, source, now }: { business: Located; source: ImportSource; now: Date },
  ): Promise<ImportFacts> {
    const facts = new ImportFacts(business)
    if (rows.length === 0) return facts
    const emails = textArray(rows.map((row) => row.emailKey))
    const mailboxes = textArray(rows.map((row) => row.mailboxKey))
    const numbers = textArray(rows.flatMap(numberOf))
    const keys = textArray(rows.flatMap((row) => [row.sourceKey, row.nameWithoutId]))
    const own = sql`business_id = ${businessId}::uuid`
    const isAlone = isAloneIn(businessId)
    // The member into whom the found one is joined.
    const kept = sql`left join lateral (select id, points from customer
      where ${own} and id = m.joined_into limit 1) k on true`
    // One lookup each, as in sign-up-facts.ts.
    const found = await db.execute<Fact & Record<string, unknown>>(sql`
      select 'former' as kind, f.email_key as name, m.id as "namedId",
          coalesce(k.id, m.id) as "memberId", coalesce(k.points, m.points) as balance,
          0 as points, '0' as "spentCents", null::jsonb as person
        from unnest(${mailboxes}) asked, lateral (select email_key, member_id from former_contact
          where ${own} and mailbox_key = asked and undone_at is null
            and undo_until > ${now.toISOString()}::timestamptz limit ${serverLimits.formerContactsRead}) f,
          lateral (select id, points, joined_into from customer
            where ${own} and id = f.member_id) m ${kept}
      union all select 'email', asked, m.id, coalesce(k.id, m.id), coalesce(k.points, m.points),
          0, '0', null
        from unnest(${emails}) asked, lateral (select id, points, joined_into from customer
          where ${own} and email_key = asked limit 1) m ${kept}
      union all select 'phone', asked, m.id, coalesce(k.id, m.id), coalesce(k.points, m.points),
          0, '0', null
        from unnest(${numbers}) asked, lateral (
          (select id, points, joined_into from customer
            where ${own} and phone_e164 = asked and ${isAlone} limit ${twoGroups})
          union all (select id, points, joined_into from customer
            where ${own} and phone_digits = asked and phone_e164 is null and ${isAlone}
            limit ${twoGroups})) m ${kept}
      union all select 'source', asked, m.id, coalesce(k.id, m.id),
          coalesce(k.points, m.points), s.points, s.spent_cents::text,
          jsonb_build_object('firstName', m.first_name, 'lastName', m.last_name,
            'phone', m.phone, 'mailboxes', array(select m.mailbox_key
              union all select mailbox_key from former_contact
                where ${own} and member_id = m.id and mailbox_key is not null))
        from unnest(${keys}) asked, lateral (select * from import_source
          where ${own} and source = ${source} and source_key = asked) s,
          lateral (select * from customer where ${own} and id = s.member_id) m ${kept}`)
    const byNumber = new Map<string, Fact[]>()
    // Present addresses come after former ones, so they win.
    for (const fact of found) {
      const { kind, name, namedId, memberId, balance, points, spentCents, person } = fact
      facts.#balances.set(memberId, balance)
      facts.#kept.set(namedId, memberId)
      if (kind === 'source') {
        facts.#sources.set(name, { namedId, points, spentCents: Number(spentCents), person })
      } else if (kind === 'phone') byNumber.set(name, [...(byNumber.get(name) ?? []), fact])
      else facts.#named.set(name, namedId)
    }
    for (const [number, members] of byNumber) {
      // Two members with one number: it names neither.
      if (new Set(members.map(({ memberId }) => memberId)).size > 1) continue
      const one = members.find(({ namedId, memberId }) => namedId === memberId) ?? members[0]
      if (one) facts.#named.set(phoneKey(number), one.namedId)
    }
    return facts
  }

  judge(read: ReadImportRow, alsoLower: boolean): Judged | { reason: ImportReason } {
    const keys = this.#continueSource(importKeysOf(read, this.#business))
    const given = this.#sources.get(keys.sourceKey)
    if (given && this.#isOfOther(read, keys, given)) return { reason: 'record_of_other' }
    const namedId = given?.namedId ?? this.#named.get(keys.emailKey) ?? null
    const memberId = namedId && this.#keptIdOf(namedId)
    const balance = memberId === null ? 0 : (this.#balances.get(memberId) ?? 0)
    const missing = read.points === null ? 0 : read.points - (given?.points ?? 0)
    const least = alsoLower ? Math.min(0, -balance) : 0
    const points = Math.max(least, missing)
    if (balance + points > serverLimits.balanceMax) return { reason: 'points_over' }
    const spentCents = Math.max(0, (read.spentCents ?? 0) - (given?.spentCents ?? 0))
    return { ...keys, memberId, namedId, points, spentCents }
  }

  /**
   * Two programs may number from 1. A known record isn't this person's if their address leads to
   * another member, or if its id leads to a member of another name and address.
   */
  #isOfOther(read: ReadImportRow, keys: ImportKeys, { namedId, person }: Given): boolean {
    const addressed = read.email === '' ? undefined : this.#named.get(keys.emailKey)
    if (addressed) return this.#keptIdOf(addressed) !== this.#keptIdOf(namedId)
    const isNamesake = person && foldName(person) === foldName(read)
    // Another key was made from the row's own address or number. A household may share the number.
    if (!keys.sourceKey.startsWith('id ')) {
      return read.email === '' && read.foreignId !== null && !isNamesake
    }
    if (!person || isNamesake) return false
    if (read.email !== '') return !person.mailboxes.includes(keys.mailboxKey)
    const number = (phone: string | null) => comparedNumber(phone ?? '', this.#business)
    return number(person.phone) !== number(read.phone)
  }

  /** A record that an earlier file named by its address or number only goes on under that name. */
  #continueSource(keys: ImportKeys): ImportKeys {
    const { sourceKey, nameWithoutId } = keys
    const isNamed = this.#sources.has(sourceKey) || !this.#sources.has(nameWithoutId)
    return isNamed ? keys : { ...keys, sourceKey: nameWithoutId }
  }

  /** The points that imports gave for the row's record, and the member's balance. */
  compare(read: ReadImportRow): { givenPoints: number; balance: number | null } {
    const { sourceKey, emailKey } = this.#continueSource(importKeysOf(read, this.#business))
    const given = this.#sources.get(sourceKey)
    const namedId = given?.namedId ?? this.#named.get(emailKey)
    const memberId = namedId === undefined ? null : this.#keptIdOf(namedId)
    const balance = memberId === null ? null : (this.#balances.get(memberId) ?? null)
    return { givenPoints: given?.points ?? 0, balance }
  }

  #keptIdOf(namedId: string): string {
    return this.#kept.get(namedId) ?? namedId
  }

  /** Counts a written row, for the rows after it. */
  add({ emailKey: key, sourceKey, namedId, points, spentCents }: Judged, memberId: string): void {
    const given = this.#sources.get(sourceKey)
    const named = namedId ?? memberId
    if (!this.#named.has(key)) this.#named.set(key, named)
    this.#balances.set(memberId, (this.#balances.get(memberId) ?? 0) + points)
    this.#sources.set(sourceKey, {
      ...given,
      namedId: named,
      points: (given?.points ?? 0) + points,
      spentCents: (given?.spentCents ?? 0) + spentCents,
    })
  }
}

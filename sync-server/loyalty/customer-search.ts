/** Matches every word of a search, folded as on devices, against what the caller may see. */
import { and, eq, like, or, type SQL, sql } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import { spellingsOf, wordsOf } from '#schema/contract/search-text.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { customer } from '#schema/database/customer.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { containing } from '#sync-server/rule/pagination.ts'

/** Rows of earlier releases match by a rough folding until the job has filled their columns (decision 380). */
const name = sql`coalesce(${customer.foldedName},
  lower(${customer.firstName} || ' ' || ${customer.lastName}))`
const email = sql`coalesce(${customer.foldedEmail}, lower(${customer.email}))`
const digits = sql`coalesce(${customer.phoneDigits},
  regexp_replace(${customer.phone}, '\\D', '', 'g'))`

/**
 * Callers who can't see contact details can't search by part of them; a complete email or phone
 * number, which the customer told them, does match.
 */
export function matches(query: string, seesContact: boolean): SQL | undefined {
  const words = wordsOf(query)
  const found = and(...words.map((word) => hasWord(word, seesContact)))
  if (seesContact) return found
  const typedDigits = digitsOf(query)
  return or(
    found,
    query.includes('@') ? eq(customer.emailKey, emailKey(query)) : undefined,
    typedDigits.length >= limits.phoneDigitsMin ? isPhone(typedDigits) : undefined,
  )
}

function hasWord(word: string, seesContact: boolean): SQL | undefined {
  return or(
    ...spellingsOf(word).map((parts) => and(...parts.map((part) => hasPart(part, seesContact)))),
  )
}

function hasPart(part: string, seesContact: boolean): SQL | undefined {
  const pattern = containing(part)
  if (!seesContact) return like(name, pattern)
  const isNumber = /^\d+$/.test(part)
  return or(like(name, pattern), like(email, pattern), isNumber ? like(digits, pattern) : undefined)
}

/** Also matches a complete number without its country code. */
function isPhone(typed: string): SQL {
  const { phoneDigitsNational: national } = limits
  if (typed.length < national) return eq(digits, typed)
  return eq(sql`right(${digits}, ${national})`, typed.slice(-national))
}

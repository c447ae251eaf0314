/**
 * Sorts the text from the search field into the sign-up fields that it matches. One line may
 * contain all of them: 'tamsin ames tamsin@mail.com 555 0134'.
 */
import type { NewPerson } from '#pwa/loyalty/duplicates.ts'
import { tidyAddress } from '#schema/contract/email-address.ts'
import { linkScheme, visibleName, visiblePhone } from '#schema/contract/typed-text.ts'

const email = /\S+@\S*/
/** At least four digits, because 'Ida 2' is a name. */
const phone = /[+＋]?(?:[\s()./\p{Pd}\u2212]*\p{Nd}){4,}\)?/u

export function guessFields(typed: string): NewPerson {
  const visible = visibleName(typed.replace(linkScheme, '$1'))
  const [address = ''] = email.exec(visible) ?? []
  const withoutEmail = visible.replace(address, ' ')
  const [number = ''] = phone.exec(withoutEmail) ?? []
  const name = withoutEmail.replace(number, ' ').trim()
  const [firstName = '', ...rest] = name.split(/\s+/).map(capitalized)
  return {
    firstName,
    lastName: rest.join(' '),
    email: tidyAddress(address),
    phone: visiblePhone(number),
  }
}

function capitalized(word: string): string {
  const [first = '', ...rest] = [...word]
  return first.toLocaleUpperCase() + rest.join('')
}

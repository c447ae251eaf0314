/**
 * What was typed into the search fills the fields of the sign-up that it looks like. All of it may
 * stand on one line: 'tamsin ames tamsin@mail.com 555 0134'.
 */
import type { NewPerson } from '#pwa/loyalty/duplicates.ts'
import { tidyAddress } from '#schema/contract/email-address.ts'

const email = /\S+@\S*/
/** At least four digits: 'Ida 2' is a name. */
const phone = /\+?(?:[\s()./-]*\d){4,}\)?/

export function guessFields(typed: string): NewPerson {
  const [address = ''] = email.exec(typed) ?? []
  const withoutEmail = typed.replace(address, ' ')
  const [number = ''] = phone.exec(withoutEmail) ?? []
  const name = withoutEmail.replace(number, ' ').trim()
  const [firstName = '', ...rest] = name.split(/\s+/).map(capitalized)
  return { firstName, lastName: rest.join(' '), email: tidyAddress(address), phone: number.trim() }
}

function capitalized(word: string): string {
  const [first = '', ...rest] = [...word]
  return first.toLocaleUpperCase() + rest.join('')
}

/** A person's actions on a screen; each waits for its element. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { network } from './browser.ts'

/** Presses without a pause between them. */
export const user = userEvent.setup({
  delay: null,
  pointerEventsCheck: 0,
  // Ignores `accept`, because a person can make a file chooser show all files.
  applyAccept: false,
})

type Name = string | RegExp
type Place = Pick<ReturnType<typeof within>, 'findByRole' | 'findByLabelText' | 'findByText'>

/** Presses it once it is enabled. */
export async function press(name: Name, inside: Place = screen, role = 'button'): Promise<void> {
  const wanted = await inside.findByRole(role, { name })
  await waitFor(() => {
    if (isDisabled(wanted)) throw new Error(`${name} stays disabled`)
  })
  await user.click(wanted)
}

export function isDisabled(control: HTMLElement): boolean {
  // happy-dom doesn't treat controls in a disabled fieldset as disabled.
  const isOff = control.matches(':disabled') || control.closest('fieldset[disabled]') !== null
  return isOff || control.getAttribute('aria-disabled') === 'true'
}

export const follow = (name: Name, inside: Place = screen) => press(name, inside, 'link')

/** Required fields have an asterisk after their name. */
function labelOf(name: Name): RegExp {
  return typeof name === 'string' ? new RegExp(`^${name.replace(/[?()]/g, '\\$&')}\\*?$`) : name
}

export async function findField(name: Name, inside: Place = screen): Promise<HTMLInputElement> {
  return (await inside.findByLabelText(labelOf(name))) as HTMLInputElement
}

export const fieldOf = (name: Name) => screen.getByLabelText<HTMLInputElement>(labelOf(name))

/** Replaces the field's content in one go. */
export async function fill(label: Name, text: string, inside: Place = screen): Promise<void> {
  const field = await findField(label, inside)
  field.focus()
  fireEvent.input(field, { target: { value: text } })
}

export async function part(role: string, name: Name): Promise<ReturnType<typeof within>> {
  return within(await screen.findByRole(role, { name }))
}

export const heading = (name: Name) => screen.findByRole('heading', { name })

/** The value next to this term of a description list. */
export const detail = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent

/** The dialog that asks for a fresh password, often above another dialog. */
export async function passwordQuestion(): Promise<ReturnType<typeof within>> {
  const dialog = await screen.findByRole('dialog', { name: 'Confirm It’s You' })
  // Until then, a press in it would count as one outside the other dialog, and close that.
  await expect.poll(() => dialog.style.pointerEvents).toBe('auto')
  return within(dialog)
}

/** Enters the password in the dialog that asks for a fresh one. */
export async function givePassword(password: string): Promise<void> {
  const question = await passwordQuestion()
  await fill(/^Password/, password, question)
  await press('Confirm', question)
}

export async function expectInvalid(label: Name, sentence: Name): Promise<void> {
  const field = await findField(label)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const described = () => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  }
  await expect.poll(described).toMatch(sentence)
}

export async function expectAt(address: string): Promise<void> {
  await expect.poll(() => location.pathname + location.search).toBe(address)
}

/**
 * Presses again while the first press waits for its answer.
 * @returns how many requests were sent
 */
export async function pressTwice(name: string, path: string): Promise<number> {
  const before = network.asked.length
  const release = network.hold(path)
  await press(name)
  const pressed = screen.getByRole('button', { name })
  await expect.poll(() => pressed.getAttribute('aria-busy')).toBe('true')
  expect(pressed.getAttribute('aria-disabled')).toBe('true')
  pressed.click()
  release()
  await expect.poll(() => pressed.getAttribute('aria-busy')).toBeNull()
  return network.asked.slice(before).filter((asked) => asked.path === path).length
}

/** The sentence, also if names in it are elements that browsers' translation keeps. */
export const says = (words: Name) => (_text: string, element: Element | null) =>
  element !== null &&
  isSaid(element, words) &&
  ![...element.children].some((each) => isSaid(each, words))

const isSaid = ({ textContent }: Element, words: Name) =>
  typeof words === 'string' ? textContent === words : words.test(textContent)

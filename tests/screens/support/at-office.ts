/** Steps of an owner at the dashboard. */
import { screen } from '@testing-library/dom'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'
import type { Member } from './at-counter.ts'
import { open, signIn } from './browser.ts'
import { heading, part } from './hands.ts'

type MemberTab = 'purchase' | 'rewards' | 'coupons' | 'history' | 'about'

/** Opens a member's page as the owner. @returns the open tab */
export async function openMember(
  { ownerEmail }: TestBusiness,
  { memberId, name }: Pick<Member, 'memberId' | 'name'>,
  view: MemberTab = 'purchase',
) {
  await signIn(ownerEmail)
  await open(`/business-dashboard/customers/${memberId}?view=${view}`)
  await heading(name)
  return part('tabpanel', new RegExp(view, 'i'))
}

/** A figure at the top of a member's page. */
export const fact = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

/** Makes calls that need a fresh password ask for it, as minutes after the sign-in. */
export const passwordGrowsOld = ({ sql }: Pick<TestServer, 'sql'>) =>
  sql`update session set elevated_until = now()`

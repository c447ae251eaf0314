/** A super admin among many businesses: what is selected, and what is done to all of it at once. */
import { screen, within } from '@testing-library/dom'
import type { TestServer } from '#tests/support/server.ts'
import { testPassword } from '#tests/support/server.ts'
import { open, signIn } from './support/browser.ts'
import { fill, givePassword, part, press } from './support/hands.ts'
import { test as base, expect } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

/** More than a call answers at once. */
const made = 1_100

const test = base.extend('many', { scope: 'file' }, async ({ server, shop }) => {
  await server.ask(
    (sql) => sql`insert into business select
      (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
        'name', case n when 1 then '=cmd|calc' when 2 then '🍋🍋🍋' when 3 then 'مقهى الصباح'
          when 4 then repeat('Long', 30) else 'Shop ' || lpad(n::text, 4, '0') end,
        'created_at', now() - n * interval '1 hour'))).*
      from business b, generate_series(1, ${made}) n where b.id = ${shop.businessId}`,
  )
  await server.ask(
    (sql) => sql`insert into business_version (business_id, version)
      select id, 1 from business on conflict do nothing`,
  )
  return made
})

const rows = () =>
  within(screen.getByRole('table', { name: 'Business Tenants' }))
    .getAllByRole('row')
    .slice(1)
const statusesOf = async ({ ask }: TestServer, like: string) =>
  (
    await ask<{ status: string }>(
      (sql) => sql`select distinct status from business where name like ${like} order by 1`,
    )
  ).map(({ status }) => status)

async function openTenants(superAdmin: string, search: string, count: number) {
  await signIn(superAdmin)
  await open(`/super-admin-dashboard/tenants${search}`)
  await screen.findByRole('table', { name: 'Business Tenants' })
  await expect.poll(() => rows().length).toBe(count)
}

test('what a search hides is no longer selected, and is not changed', async ({
  server,
  superAdmin,
  many: _,
}) => {
  await openTenants(superAdmin, '?q=Shop+012&sort=name', 10)
  await press('Select Shop 0120', screen, 'checkbox')
  await press('Select Shop 0125', screen, 'checkbox')
  await part('region', '2 businesses selected')
  await fill('Search businesses', 'Shop 0125')
  const bar = await part('region', '1 business selected')
  await press('Suspend', bar)
  await givePassword(testPassword)
  await toast('1 business suspended')
  expect(await statusesOf(server, 'Shop 0125')).toEqual(['suspended'])
  expect(await statusesOf(server, 'Shop 0120')).toEqual(['active'])
})

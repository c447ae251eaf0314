/** Saves the businesses that are filtered, all pages of them, as a CSV file . */

import { callPage } from '#pwa/api/call-page.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { saveFile } from '#pwa/ui/save-file.ts'
import type { Business } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import { toCsv } from './csv.ts'
import { queryOf, type TenantSearch } from './tenant-search.ts'

/** @returns how many were saved @throws CallRefused, NoAnswer */
export async function exportTenants(search: TenantSearch): Promise<number> {
  const businesses = await readAll(search)
  const texts = platformTexts
  const header = [
    texts.business,
    texts.email,
    texts.phone,
    texts.type,
    texts.status,
    texts.plan,
    texts.created,
    texts.trialEnds,
  ]
  const text = toCsv(header, businesses.map(toCells))
  const today = new Date().toISOString().slice(0, 10)
  const file = new Blob([text], { type: 'text/csv;charset=utf-8' })
  saveFile(`business-tenants-${today}.csv`, file)
  return businesses.length
}

async function readAll(search: TenantSearch): Promise<Business[]> {
  const businesses: Business[] = []
  let cursor: string | undefined
  do {
    const query = { ...queryOf(search), limit: limits.listRows, cursor }
    const page = await callPage('admin.businesses', { query })
    businesses.push(...page.rows)
    cursor = page.next ?? undefined
  } while (cursor)
  return businesses
}

function toCells(business: Business): string[] {
  const { name, email, phone, businessType, status, plan, createdAt, trialEndsAt } = business
  return [
    name,
    email,
    phone ?? '',
    platformTexts.types[businessType],
    platformTexts.statuses[status],
    platformTexts.plans[plan],
    createdAt.slice(0, 10),
    trialEndsAt?.slice(0, 10) ?? '',
  ]
}

/** Saves the businesses that are filtered, all pages of them, as a CSV file (decisions.md §1). */
import { callPage } from '#pwa/api/call-page.ts'
import { saveFile } from '#pwa/ui/save-file.ts'
import { type Business, businessTypes } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import { toCsv } from './csv.ts'
import { planLabels } from './plans.ts'
import { queryOf, type TenantSearch } from './tenant-search.ts'

const header = ['Business', 'Email', 'Phone', 'Type', 'Status', 'Plan', 'Created', 'Trial ends']

/** @returns how many were saved @throws CallRefused, NoAnswer */
export async function exportTenants(search: TenantSearch): Promise<number> {
  const businesses = await readAll(search)
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
    businessTypes[businessType],
    status,
    planLabels[plan],
    createdAt.slice(0, 10),
    trialEndsAt?.slice(0, 10) ?? '',
  ]
}

/**
 * Folds what a super admin looked at in one visit of a business into one line: opening a dashboard
 * alone reads its customers, QR codes, rewards and figures. A visit ends with the day.
 */
import { isoDay } from '#pwa/texts/format.ts'
import { api } from '#schema/contract/api.ts'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

const pauseMaxMs = 10 * minuteMs
const glanceMaxMs = minuteMs

export interface AuditLine extends AuditRecord {
  /** Other acts of the same visit, newest first. */
  alsoViewed?: string[]
  /** When the visit began, unless it took at most a minute. */
  since?: string
}

/** @param records newest first; the line of a visit has the place of its newest record */
export function foldVisits(records: readonly AuditRecord[]): AuditLine[] {
  const visits = new Map<string, { line: AuditLine; earliestMs: number }>()
  const lines: AuditLine[] = []
  for (const record of records) {
    const visitor = JSON.stringify([record.actorId, record.businessId, record.network])
    const visit = isView(record) && visits.get(visitor)
    const atMs = Date.parse(record.happenedAt)
    if (visit && visit.earliestMs - atMs <= pauseMaxMs && isSameDay(visit.line, record)) {
      visit.earliestMs = atMs
      const { act, alsoViewed = [], happenedAt } = visit.line
      if (Date.parse(happenedAt) - atMs > glanceMaxMs) visit.line.since = record.happenedAt
      if (![act, ...alsoViewed].includes(record.act)) {
        visit.line.alsoViewed = [...alsoViewed, record.act]
      }
      continue
    }
    const line = { ...record }
    lines.push(line)
    if (isView(record)) visits.set(visitor, { line, earliestMs: atMs })
  }
  return lines
}

/** On this device's clock, as lines show it. */
function isSameDay(one: AuditRecord, other: AuditRecord): boolean {
  return isoDay(one.happenedAt) === isoDay(other.happenedAt)
}

function isView({ actorKind, act, outcome }: AuditRecord): boolean {
  if (actorKind !== 'super_admin' || outcome !== 'done' || !Object.hasOwn(api, act)) return false
  // An export keeps its own line.
  return api[act as keyof typeof api].method === 'GET' && !/export|csv/i.test(act)
}

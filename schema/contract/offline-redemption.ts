/**
 * Redeeming offline: the server confirms first, or staff may hand over rewards within limits. A
 * reward that was handed over counts even if the points were already spent elsewhere: the balance
 * goes below zero, and later points repay it.
 */
import * as z from 'zod/mini'
import { boundText, limits } from './limits.ts'

const cap = z
  .int('Enter a whole number of points')
  .check(
    z.gte(1, 'Enter at least 1 point'),
    z.lte(limits.pointsMax, `Enter at most ${boundText(limits.pointsMax)} points`),
  )

export const trust = z
  .object({
    /** The most expensive reward that may be handed over. */
    pointsPerRedemption: cap,
    /** The most points that one device may hand over before it syncs. */
    pointsPerDevice: cap,
  })
  .check(
    z.refine(({ pointsPerRedemption, pointsPerDevice }) => pointsPerDevice >= pointsPerRedemption, {
      path: ['pointsPerDevice'],
      error: 'This must be at least as much as one reward',
    }),
  )
export type Trust = z.infer<typeof trust>

/** Null means the server must confirm first. */
export const offlineRedemptionChange = z.object({ trust: z.nullable(trust) })

export const offlineRedemption = z.object({
  trust: z.nullable(trust),
  /** The number of devices that synced recently; each may hand over this much. */
  devices: z.number(),
})
export type OfflineRedemption = z.infer<typeof offlineRedemption>

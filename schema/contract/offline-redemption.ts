/**
 * Redeeming without a connection: confirmed by the server first, or on trust within caps. A reward
 * that was handed over on trust counts even when the points were spent elsewhere: the balance goes
 * below zero, and later points repay it.
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
    /** The dearest reward that may be handed over. */
    pointsPerRedemption: cap,
    /** What one device may hand over before it syncs. */
    pointsPerDevice: cap,
  })
  .check(
    z.refine(({ pointsPerRedemption, pointsPerDevice }) => pointsPerDevice >= pointsPerRedemption, {
      path: ['pointsPerDevice'],
      error: 'This must be at least as much as one reward',
    }),
  )
export type Trust = z.infer<typeof trust>

/** Null confirms first. */
export const offlineRedemptionChange = z.object({ trust: z.nullable(trust) })

export const offlineRedemption = z.object({
  trust: z.nullable(trust),
  /** That have synced lately: each may hand over as much. */
  devices: z.number(),
})
export type OfflineRedemption = z.infer<typeof offlineRedemption>

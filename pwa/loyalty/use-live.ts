/**
 * Connects the device to a component: a read over rows and outbox that runs again when they change,
 * and re-renders only if its result differs.
 */
import { useMemo, useSyncExternalStore } from 'react'
import {
  type LoyaltyView,
  type ViewedDevice,
  versionOf,
  viewOf,
} from '#pwa/loyalty/loyalty-view.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { currentDevice, onDeviceChange } from '#pwa/sync/current-device.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

/** A read must be the same function on every render: use useCallback or define it outside. */
export type Read<Value> = (view: LoyaltyView) => Value

/** @returns the open device, or null while no member of a business is signed in */
export function useDevice(): Device | null {
  return useSyncExternalStore(onDeviceChange, currentDevice)
}

/** @param whileClosed the value without a device; must be the same value on every render */
export function useLive<Value>(
  read: Read<Value>,
  tables: readonly DeviceTable[],
  whileClosed: Value,
): Value {
  const device = useDevice()
  const source = useMemo(
    () => (device ? liveSource(device, tables, read) : constantSource(whileClosed)),
    [device, tables, read, whileClosed],
  )
  return useSyncExternalStore(source.subscribe, source.get)
}

export interface Source<Value> {
  subscribe: (listener: () => void) => () => void
  get: () => Value
}

export function liveSource<Value>(
  device: ViewedDevice,
  tables: readonly DeviceTable[],
  read: Read<Value>,
): Source<Value> {
  let known: { version: number; value: Value } | null = null
  return {
    subscribe(listener) {
      const stopRows = device.records.subscribe((touched) => {
        if (touched.has('memberJoin') || tables.some((table) => touched.has(table))) listener()
      })
      const stopOutbox = device.outbox.subscribe(listener)
      return () => {
        stopRows()
        stopOutbox()
      }
    },
    get() {
      const version = versionOf(device, tables)
      if (known?.version === version) return known.value
      const value = read(viewOf(device))
      known = { version, value: known && isAlike(known.value, value) ? known.value : value }
      return known.value
    },
  }
}

function constantSource<Value>(value: Value): Source<Value> {
  return { subscribe: () => () => undefined, get: () => value }
}

/** Deep equality of two results. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) || Array.isArray(other)) {
    // Compares by index: the keys of fifty thousand ids would be as many strings.
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((value, place) => isAlike(value, other[place]))
  }
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return keys.every((key) => key in right && isAlike(left[key], right[key]))
}

/**
 * The frame that the HTML page contains, visible before any script has loaded. It stays beside the
 * app until a screen has content to show, so that the page doesn't flicker.
 */
import { useLayoutEffect, useState } from 'react'

const find = () => document.getElementById('frame')

export function endFirstFrame(): void {
  find()?.remove()
}

/** Rendered by a screen that has its content: removes the frame before the browser paints. */
export function FirstFrameEnd(): null {
  useLayoutEffect(endFirstFrame, [])
  return null
}

/** @returns whether the frame was on the page at the first render */
export function useFirstFrame(): boolean {
  return useState(() => find() !== null)[0]
}

/**
 * The frame that join.html brings along, seen before any script has come: it stays beside the app
 * until a screen has something to show, so that nothing blinks between the two.
 */
import { useLayoutEffect, useState } from 'react'

const find = () => document.getElementById('frame')

export function endFirstFrame(): void {
  find()?.remove()
}

/** For a screen that has its content: the frame goes before the browser paints it. */
export function FirstFrameEnd(): null {
  useLayoutEffect(endFirstFrame, [])
  return null
}

/** @returns whether the frame is there, for what is shown on it */
export function useFirstFrame(): boolean {
  return useState(() => find() !== null)[0]
}

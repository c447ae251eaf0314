/**
 * The counter's state and the address that follows it. Renders an opened task after the press has
 * painted.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import {
  type CounterEvent,
  type CounterState,
  reduceCounter,
  shownTask,
  startCounter,
  type Task,
  type TaskAt,
} from './counter-state.ts'

/** The tasks that the installed app's shortcuts open. */
const shortcuts: Record<string, Task | undefined> = {
  'sign-up': { kind: 'new' },
  scan: { kind: 'scan' },
}

export interface CounterMachine {
  state: CounterState
  member: string | undefined
  task: TaskAt | null
  isOpen: boolean
  /** This device was set up with the owner's QR code for tills. */
  mayInstall: boolean
  dispatch: (event: CounterEvent) => void
}

/** @param hasProgram the address may ask for a sign-up while the program is off */
export function useCounter(hasProgram: boolean): CounterMachine {
  const navigate = useNavigate()
  const search: { member?: string; do?: string } = useSearch({ strict: false })
  const { member } = search
  const [mayInstall] = useState(search.do === 'install')
  const [state, change] = useReducer(reduceCounter, null, () =>
    startCounter(shortcuts[search.do ?? ''], member),
  )
  const dispatch = useCallback((event: CounterEvent) => startTransition(() => change(event)), [])
  const { goal } = state
  const leadTo = useRef(navigate)
  leadTo.current = navigate
  useEffect(() => {
    if (goal === null) return
    const isClosing = goal.member === undefined
    const search = isClosing ? {} : { member: goal.member }
    void leadTo.current({ to: '.', search, replace: isClosing })
  }, [goal])
  useEffect(() => change({ type: 'addressChanged', member }), [member])
  const begun = shownTask(state, member)
  const task = begun?.kind === 'new' && !hasProgram ? null : begun
  const isOpen = task !== null || member !== undefined
  return { state, member, task, isOpen, mayInstall, dispatch }
}

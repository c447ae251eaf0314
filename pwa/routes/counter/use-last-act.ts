/** The state of the last act: the sentence about it now, and its undo. */
import { useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import { type DuplicateSignUp, useDuplicateSignUps } from '#pwa/loyalty/duplicate-sign-ups.ts'
import { useDay } from '#pwa/loyalty/today.ts'
import { undoAct, useIsUndone } from '#pwa/loyalty/todays-acts.ts'
import { type CounterAct, readWords } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { useEntry } from '#pwa/routes/member/use-entry.ts'
import { usePress } from '#pwa/routes/member/use-press.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'

export function useLastAct(act: CounterAct, onUndone: () => void) {
  const { day } = useDay()
  const [doneOn] = useState(day)
  const { entry, refused } = useEntry(act.operationId)
  const [undoId, setUndoId] = useState<string | null>(null)
  const isUndoRefused = useEntry(undoId).refused !== undefined
  // Also by another device, or on the member's pad.
  const isUndone = useIsUndone(act.undo?.of) || undoId !== null
  const isPaused = useBusiness().business?.readOnly ?? false
  const held = isPaused && act.about && texts.held(act.about.name, readWords(act.about.what))
  const meanwhile = isUndone ? undefined : entry && (act.meanwhile ?? (held || undefined))
  const met = useMet(act)
  const customer = useShownCustomer(act.about?.memberId ?? '')
  const done = (customer && act.withBalance?.(customer.points)) ?? act.sentence
  const undone = isUndone && act.undo?.sentence

  const press = usePress()
  const undo = () =>
    press(texts.notUndone, async () => {
      if (!act.undo) return
      const { operationId } = await undoAct(act.undo.of, act.undo.memberId)
      setUndoId(operationId)
      give('done')
      onUndone()
    })
  return {
    ...{ met, isUndone, undo },
    isWaiting: meanwhile !== undefined,
    sentence: readWords(undone || (meanwhile ?? done)),
    isRefused: refused !== undefined || isUndoRefused,
    mayUndo: day === doneOn,
  }
}

/** If this sign-up turned out otherwise than it was shown at first. */
export function useMet({
  operationId,
}: Pick<CounterAct, 'operationId'>): DuplicateSignUp | undefined {
  const met = useDuplicateSignUps().find((each) => each.operationId === operationId)
  // The next pull removes the row, so keep it.
  const known = useRef<DuplicateSignUp>(undefined)
  if (met) known.current = met
  return known.current
}

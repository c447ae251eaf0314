/** Closing the user's account: the question with what this device would lose, then the call. */
import { useReducer } from 'react'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { closeAccount, leaveClosedAccount } from '#pwa/session/close-account.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { countWorkHere, type WorkHere } from '#pwa/session/sign-out.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

const redirectMs = 2000

const calls = { deactivate: 'auth.deactivate', erase: 'auth.eraseAccount' } as const
export type Closing = keyof typeof calls

type ClosingState =
  | { step: 'open' | 'closing' | 'closed' }
  | { step: 'asking'; closing: Closing; here: WorkHere }

type ClosingEvent =
  | { kind: 'asked'; closing: Closing; here: WorkHere }
  | { kind: 'canceled' | 'confirmed' | 'closed' | 'failed' }

/** Asks no question about an account that is closing or closed. */
export function reduceClosing(state: ClosingState, event: ClosingEvent): ClosingState {
  switch (event.kind) {
    case 'asked': {
      const { closing, here } = event
      const mayAsk = state.step === 'open' || state.step === 'asking'
      return mayAsk ? { step: 'asking', closing, here } : state
    }
    case 'canceled':
      return state.step === 'asking' ? { step: 'open' } : state
    case 'confirmed':
      return { step: 'closing' }
    case 'closed':
      return { step: 'closed' }
    case 'failed':
      return { step: 'open' }
  }
}

export function useClosing() {
  const [state, dispatch] = useReducer(reduceClosing, { step: 'open' })

  async function ask(closing: Closing) {
    dispatch({ kind: 'asked', closing, here: await countWorkHere() })
  }

  async function close(closing: Closing) {
    const { done, failed, fallback } = profileTexts[closing]
    dispatch({ kind: 'confirmed' })
    try {
      await withFreshPassword(() => closeAccount(calls[closing]))
      dispatch({ kind: 'closed' })
      showToast({ title: done, description: profileTexts.signingOut })
      setTimeout(leaveClosedAccount, redirectMs)
    } catch (error) {
      showFailure(failed, error, fallback)
      dispatch({ kind: 'failed' })
    }
  }

  return {
    state,
    ask: (closing: Closing) => void ask(closing),
    cancel: () => dispatch({ kind: 'canceled' }),
    confirm: () => state.step === 'asking' && void close(state.closing),
  }
}

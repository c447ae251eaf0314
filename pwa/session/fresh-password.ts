/**
 * For actions that need a password entered minutes ago (docs/trust.md 12): tries the action, asks
 * for the password if the server demands it, and tries again.
 */
import { create } from 'zustand'
import { CallRefused } from '#pwa/api/request.ts'

/** The person closed the dialog: nothing was changed, and no message is needed. */
export class PasswordNotGiven extends Error {
  constructor() {
    super('The password was not given')
  }
}

interface Question {
  /** Answers the password dialog; `false` if the person closed it. */
  answer: (given: boolean) => void
}

export const usePasswordQuestion = create<{ question: Question | null }>(() => ({ question: null }))

/** @throws PasswordNotGiven, and whatever the action throws */
export async function withFreshPassword<Done>(act: () => Promise<Done>): Promise<Done> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof CallRefused) || error.code !== 'password_needed') throw error
  }
  if (!(await askPassword())) throw new PasswordNotGiven()
  return act()
}

/** One question at a time: a new one closes the previous one. */
async function askPassword(): Promise<boolean> {
  usePasswordQuestion.getState().question?.answer(false)
  return new Promise((resolve) => {
    const question: Question = {
      answer(given) {
        if (usePasswordQuestion.getState().question === question) {
          usePasswordQuestion.setState({ question: null })
        }
        resolve(given)
      },
    }
    usePasswordQuestion.setState({ question })
  })
}

/**
 * The member's own data, replaced by the server's answer to each change. Loads once the panel is
 * open; offline it shows why, and tries again when asked.
 */
import { useEffect, useState } from 'react'
import { callAsMember } from '#pwa/api/member-call.ts'
import { NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { goTo } from '#pwa/visitor/address.ts'
import { changeAddress } from '#pwa/visitor/change-address.ts'
import type { ConsentChanges, OwnData } from '#schema/contract/member-privacy.ts'

export const problemSentence = (problem: unknown) =>
  problem instanceof NoAnswer ? texts.offline : sentenceOf(problem, texts.tryAgain)

export const showProblem = (problem: unknown, title = texts.notChanged) =>
  showToast({ title, description: problemSentence(problem), tone: 'destructive' })

export function useMemberPrivacy(customerId: string) {
  const params = { customerId }
  const { data, error, setChanged, reload } = useLoaded(customerId)
  const { busy, run } = useBusy(showProblem)
  return {
    data,
    error,
    reload,
    setChanged,
    busy,
    changeConsents: (body: ConsentChanges) =>
      run(async () => setChanged(await callAsMember('customer.changeConsents', { params, body }))),
    changeBirthday: (birthday: string | null) =>
      run(async () => {
        const body = { birthday }
        setChanged(await callAsMember('customer.changeBirthday', { params, body }))
        showToast({ title: texts.birthdaySaved })
      }),
    /** Ends one place, or all but this one. */
    endPlaces: (placeId?: string) =>
      run(async () => {
        setChanged(
          placeId
            ? await callAsMember('customer.endPlace', { params: { ...params, placeId } })
            : await callAsMember('customer.endOtherPlaces', { params }),
        )
        showToast({ title: texts.placeEnded })
      }),
    move: () =>
      run(async () => {
        goTo(`/customer/${await changeAddress(customerId)}`)
        showToast({ title: texts.moved, description: texts.movedHint })
      }),
  }
}

function useLoaded(customerId: string) {
  const [data, setChanged] = useState<OwnData | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the call
  useEffect(() => {
    const stop = new AbortController()
    callAsMember('customer.ownData', { params: { customerId }, signal: stop.signal }).then(
      setChanged,
      (problem: unknown) => {
        if (!stop.signal.aborted) setError(problem)
      },
    )
    return () => stop.abort()
  }, [customerId, tries])
  const reload = () => {
    setError(null)
    setTries(tries + 1)
  }
  return { data, error, setChanged, reload }
}

/** Reports sign-ups from here that turned out otherwise than they were shown at first. */
import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type DuplicateSignUp, useDuplicateSignUps } from '#pwa/loyalty/duplicate-sign-ups.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Button } from '#pwa/ui/button.tsx'
import { carried, useCarried } from '#pwa/ui/carried.ts'
import { DuplicateSentence } from './duplicate-sentence.tsx'

interface DuplicateSignUpsProps {
  /** The action whose own notice already says so. */
  told: string | undefined
  onOpenMember: (memberId: string) => void
}

export function DuplicateSignUps({ told, onOpenMember }: DuplicateSignUpsProps) {
  const met = useDuplicateSignUps()
  const [shown, setShown] = useState(
    () =>
      carried<ReadonlyMap<string, DuplicateSignUp>>('met') ?? new Map<string, DuplicateSignUp>(),
  )
  useCarried('met', shown)
  // The next pull removes the row, but the notice stays until dismissed.
  useEffect(() => {
    if (met.length === 0) return
    setShown(
      (known) => new Map([...known, ...met.map((each) => [each.operationId, each] as const)]),
    )
  }, [met])

  function close({ operationId }: DuplicateSignUp) {
    setShown(new Map([...shown].filter(([id]) => id !== operationId)))
  }

  const toRead = [...shown.values()].filter(({ operationId }) => operationId !== told)
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {toRead.map((each) => (
        <div
          key={each.operationId}
          className="settle flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-notice-soft px-4 py-3 text-notice"
        >
          <Info size={20} aria-hidden="true" className="shrink-0" />
          <p className="wrap-anywhere min-w-0 flex-1 basis-48 font-medium">
            <DuplicateSentence met={each} />
          </p>
          <Button
            look="secondary"
            size="lg"
            onClick={() => {
              close(each)
              onOpenMember(each.memberId)
            }}
          >
            {texts.openMember}
          </Button>
          <Button look="ghost" size="lg" onClick={() => close(each)}>
            {texts.dismiss}
          </Button>
        </div>
      ))}
    </div>
  )
}

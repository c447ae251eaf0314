/**
 * This code's sign-ups that are unsent, refused with a reason, or cleared by the browser. One that
 * succeeds while it is shown stays, with a link to its card.
 */

import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { PublicLink } from '#pwa/routes/public/link.tsx'
import { formatTime } from '#pwa/texts/format.ts'
import { outcomeTexts } from '#pwa/texts/sign-up-outcome.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import type { SignUpRow } from '#pwa/visitor/database.ts'
import { dismissEvicted, readEvicted } from '#pwa/visitor/evicted.ts'
import { dismissRow, readOpenSignUps } from '#pwa/visitor/outbox.ts'
import type { EditedSignUp } from '#pwa/visitor/use-sign-up.ts'

interface OpenSignUpsProps {
  code: string
  /** The sign-up that the form already shows. */
  editedId: string | undefined
  onEdit: (edited: EditedSignUp) => void
}

export function OpenSignUps({ code, editedId, onEdit }: OpenSignUpsProps) {
  const followed = useRef(new Set<string>())
  const rows = useLiveQuery(async () => {
    const found = await readOpenSignUps(code, followed.current).catch(() => [])
    for (const { operationId } of found) followed.current.add(operationId)
    return found
  }, [code])
  const shown = (rows ?? []).filter((row) => row.operationId !== editedId)
  const evicted = useLiveQuery(() => readEvicted().catch(() => 0), []) ?? 0
  if (evicted === 0 && shown.length === 0) return null
  return (
    <>
      {evicted > 0 && (
        <Banner
          tone="danger"
          inset
          action={
            <Button look="secondary" size="sm" onClick={() => void dismissEvicted()}>
              {outcomeTexts.dismiss}
            </Button>
          }
        >
          {outcomeTexts.evicted(evicted)}
        </Banner>
      )}
      {shown.length > 0 && <SignUpList shown={shown} onEdit={onEdit} />}
    </>
  )
}

interface SignUpListProps extends Pick<OpenSignUpsProps, 'onEdit'> {
  shown: readonly SignUpRow[]
}

function SignUpList({ shown, onEdit }: SignUpListProps) {
  const isComplete = shown.every(({ status }) => status === 'applied')
  return (
    <section aria-labelledby="open-sign-ups" className="flex flex-col gap-3">
      <h2 id="open-sign-ups" className="px-1 font-semibold text-ink-soft text-sm">
        {isComplete ? outcomeTexts.signUpComplete : outcomeTexts.waitingToFinish}
      </h2>
      <ul className="flex flex-col gap-3">
        {shown.map((row) => (
          <OpenSignUp key={row.operationId} row={row} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  )
}

function OpenSignUp({ row, onEdit }: { row: SignUpRow; onEdit: OpenSignUpsProps['onEdit'] }) {
  const { payload, refusal, operationId } = row
  return (
    <li className="rounded-xl border border-line bg-surface p-4 shadow-card">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate font-medium">
          <bdi translate="no">{`${payload.firstName} ${payload.lastName}`}</bdi>
          <span className="ml-2 font-normal text-ink-faint text-sm">
            {formatTime(row.createdAt)}
          </span>
        </p>
        <SyncBadge state={row.status === 'applied' ? 'saved' : row.status} live />
      </div>
      {refusal && (
        <p className="mt-2 text-danger text-sm">{refusalSentence(refusal.code, refusal.message)}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {refusal && (
          <>
            <Button
              look="secondary"
              className="h-11"
              onClick={() => onEdit({ operationId, payload, refusal })}
            >
              {outcomeTexts.editAndTryAgain}
            </Button>
            <Button look="ghost" className="h-11" onClick={() => void dismissRow(operationId)}>
              {outcomeTexts.dismiss}
            </Button>
          </>
        )}
        {!refusal && !row.till && (
          <PublicLink
            to={`/customer/${row.customerId}`}
            className={`${buttonClass('secondary')} h-11`}
          >
            {outcomeTexts.openCard}
          </PublicLink>
        )}
      </div>
    </li>
  )
}

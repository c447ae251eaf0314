/** The members joined into this one, with the undo, and the way to join another. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type ShownCustomer, useCustomer, useCustomers } from '#pwa/loyalty/customer.ts'
import {
  debtAfter,
  proposePair,
  separableUntil,
  separateMembers,
  useJoins,
} from '#pwa/loyalty/member-joins.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import type { DashboardSearch } from '#pwa/routes/frame/dashboard-search.ts'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { memberPairTexts as texts } from '#pwa/texts/member-pairs.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { SearchInput } from '#pwa/ui/search-input.tsx'
import { limits } from '#schema/contract/limits.ts'
import type { MemberJoin } from '#schema/contract/member-join.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { JoinDialog } from './join-dialog.tsx'

const shownMost = 5
const nameOf = ({ firstName, lastName }: Pick<MemberJoin, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

export function JoinedMembers({ customer }: { customer: ShownCustomer }) {
  const session = useSession()
  const joins = useJoins(customer.id)
  const [separating, setSeparating] = useState<MemberJoin | null>(null)
  const isOwner = session.state === 'signedIn' && mayDo(session.user, 'customer.join')
  return (
    <>
      {joins.length > 0 && (
        <section aria-label={texts.ofMember}>
          <h2 className="mb-2 font-semibold text-sm">{texts.ofMember}</h2>
          <ul className="divide-y divide-line">
            {joins.map((join) => (
              <JoinedRow
                key={join.id}
                join={join}
                onSeparate={isOwner ? () => setSeparating(join) : null}
              />
            ))}
          </ul>
        </section>
      )}
      <OtherMember customer={customer} isOwner={isOwner} />
      {separating && (
        <SeparateDialog join={separating} customer={customer} onClose={() => setSeparating(null)} />
      )}
    </>
  )
}

interface JoinedRowProps {
  join: MemberJoin
  /** Null for staff. */
  onSeparate: (() => void) | null
}

function JoinedRow({ join, onSeparate }: JoinedRowProps) {
  const isLate = separableUntil(join).getTime() < Date.now()
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm">
      <div className="min-w-0">
        <bdi translate="no" className="wrap-anywhere block font-medium">
          {nameOf(join)}
        </bdi>
        <span translate="no" className="wrap-anywhere block text-ink-soft">
          {[join.email, join.phone].filter(Boolean).join(' · ')}
        </span>
        {join.note && <q className="wrap-anywhere block text-ink-soft">{join.note}</q>}
        <span className="block text-ink-soft">
          {texts.of(join.points, formatDay(join.joinedAt))}
        </span>
        {onSeparate && isLate && (
          <span className="block text-ink-soft">{texts.tooLate(limits.joinUndoDays)}</span>
        )}
      </div>
      {onSeparate && !isLate && (
        <Button look="secondary" onClick={onSeparate}>
          {texts.separate}
        </Button>
      )}
    </li>
  )
}

interface SeparateDialogProps {
  join: MemberJoin
  customer: ShownCustomer
  onClose: () => void
}

function SeparateDialog({ join, customer, onClose }: SeparateDialogProps) {
  const saved = useSavedToast()
  const debt = debtAfter(join, customer.points)
  async function send() {
    try {
      await separateMembers(join, customer.points)
      saved(texts.separatedNow, customerTexts.savedOnDevice)
    } catch (error) {
      showFailure(texts.notSaved, error)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpen={(open) => !open && onClose()}
      title={texts.separateTitle(keep(nameOf(join)))}
      act={texts.separateNow}
      look="primary"
      onConfirm={() => void send()}
    >
      <p>
        <KeptWords>
          {texts.separateHint(join.points, keep(nameOf(join)), keep(nameOf(customer)))}
        </KeptWords>
      </p>
      {debt > 0 && (
        <p className="mt-2 text-warning">
          <KeptWords>{texts.debt(debt, keep(nameOf(customer)))}</KeptWords>
        </p>
      )}
      {join.email === '' && (
        <p className="mt-2">
          <KeptWords>{texts.withoutEmail(keep(nameOf(join)))}</KeptWords>
        </p>
      )}
    </ConfirmDialog>
  )
}

/** The member whom the address names, or a choice; the address no longer names one once closed. */
function useOther(customer: ShownCustomer) {
  const navigate = useNavigate()
  const { join = '' }: DashboardSearch = useSearch({ strict: false })
  const named = useCustomer(join).customer
  const [chosen, setOther] = useState<ShownCustomer | null>(null)
  const other = chosen ?? (named?.id === customer.id ? null : named)
  function close() {
    setOther(null)
    if (!join) return
    void navigate({
      to: '.',
      search: ({ join: _, ...before }) => before,
      replace: true,
      resetScroll: false,
    })
  }
  return { other, setOther, close }
}

/** Owners join; staff propose. */
function OtherMember({ customer, isOwner }: { customer: ShownCustomer; isOwner: boolean }) {
  const saved = useSavedToast()
  const [searching, setSearching] = useState(false)
  const { other, setOther, close } = useOther(customer)

  async function choose(chosen: ShownCustomer) {
    setSearching(false)
    if (isOwner) return setOther(chosen)
    try {
      await proposePair(customer.id, chosen.id)
      saved(texts.proposed, customerTexts.savedOnDevice)
    } catch (error) {
      showFailure(texts.notSaved, error)
    }
  }

  return (
    <section aria-label={texts.samePerson}>
      <h2 className="font-semibold text-sm">{texts.samePerson}</h2>
      <p className="mt-1 mb-3 text-ink-soft text-sm">
        {isOwner ? texts.samePersonHint : texts.samePersonPropose}
      </p>
      <Button look="secondary" wraps onClick={() => setSearching(true)}>
        {texts.findOther}
      </Button>
      <Dialog
        open={searching}
        onOpen={setSearching}
        title={texts.findOther}
        description={texts.findHint}
      >
        <OtherSearch customer={customer} onChoose={(chosen) => void choose(chosen)} />
      </Dialog>
      {isOwner && other && (
        <JoinDialog key={other.id} members={[customer, other]} onClose={close} />
      )}
    </section>
  )
}

interface OtherSearchProps {
  customer: ShownCustomer
  onChoose: (customer: ShownCustomer) => void
}

function OtherSearch({ customer, onChoose }: OtherSearchProps) {
  const [query, setQuery] = useState('')
  const { customers } = useCustomers({ query, limit: shownMost + 1 })
  const others = customers.filter(({ id }) => id !== customer.id).slice(0, shownMost)
  return (
    <div className="flex flex-col gap-3">
      <SearchInput label={texts.search} value={query} onValue={setQuery} />
      {query !== '' && others.length === 0 && (
        <p role="status" className="text-ink-soft text-sm">
          {texts.noMatch}
        </p>
      )}
      <ul className="flex flex-col">
        {query !== '' &&
          others.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                onClick={() => onChoose(other)}
                className="flex min-h-14 w-full flex-col justify-center rounded-md px-2 text-left hover:bg-sunken"
              >
                <bdi translate="no" className="wrap-anywhere font-medium">
                  {nameOf(other)}
                </bdi>
                <span translate="no" className="wrap-anywhere text-ink-soft text-sm">
                  {[other.email, other.phone].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}

/** Joins two members: shows both, which one stays, and the points before and after. */
import { useId, useState } from 'react'
import { joinMembers, useJoins } from '#pwa/loyalty/member-joins.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { formatDay, formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { memberPairTexts as texts } from '#pwa/texts/member-pairs.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'

interface JoinDialogProps {
  /** The first one stays unless the owner chooses the other. */
  members: readonly [Customer, Customer]
  onClose: () => void
  onJoined?: () => void
}

export function JoinDialog({ members, onClose, onJoined }: JoinDialogProps) {
  const saved = useSavedToast()
  const [first, second] = members
  const firstHasOthers = useJoins(first.id).length > 0
  const secondHasOthers = useJoins(second.id).length > 0
  // A member with others joined to it can only be the one who stays.
  const [chosenId, setChosenId] = useState(first.id)
  const isSecond = secondHasOthers || (chosenId === second.id && !firstHasOthers)
  const [keep, join] = isSecond ? [second, first] : [first, second]
  const isFixed = firstHasOthers || secondHasOthers
  const isImpossible = firstHasOthers && secondHasOthers
  const group = useId()

  async function send() {
    try {
      await joinMembers({ keepId: keep.id, joinId: join.id })
      saved(texts.joinedNow, texts.joinedHint)
      onJoined?.()
      onClose()
    } catch (error) {
      showFailure(texts.notSaved, error)
    }
  }

  return (
    <Dialog
      open
      wide
      onOpen={(open) => !open && onClose()}
      title={texts.joinTitle}
      description={texts.joinHint(limits.joinUndoDays)}
    >
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{texts.whoStays}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-3">
          {members.map((member) => (
            <MemberChoice
              key={member.id}
              group={group}
              member={member}
              isKept={member === keep}
              isFixed={isFixed}
              onChoose={() => setChosenId(member.id)}
            />
          ))}
        </div>
      </fieldset>
      <p className="mt-4 font-semibold tabular-nums" role="status">
        {texts.sum(keep.points, join.points)}
      </p>
      <p className="mt-1 text-ink-soft text-sm">
        {isImpossible ? texts.bothHaveOthers : texts.consents}
      </p>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={isImpossible} onClick={() => void send()}>
          {texts.joinNow}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface MemberChoiceProps {
  group: string
  member: Customer
  isKept: boolean
  isFixed: boolean
  onChoose: () => void
}

function MemberChoice({ group, member, isKept, isFixed, onChoose }: MemberChoiceProps) {
  const id = `${group}-${member.id}`
  const facts = [
    [texts.phone, member.phone ?? texts.noPhone],
    [texts.points, formatNumber(member.points)],
    [texts.spent, formatMoney(member.totalSpent)],
    [texts.joined, formatDay(member.createdAt)],
  ] as const
  return (
    <label
      htmlFor={id}
      className="flex min-w-0 items-start gap-3 rounded-md border border-line-strong/50 bg-surface px-3.5 py-3 text-sm hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft/60 has-checked:inset-ring has-checked:inset-ring-accent"
    >
      <input
        id={id}
        type="radio"
        name={group}
        checked={isKept}
        disabled={isFixed}
        onChange={onChoose}
        aria-describedby={`${id}-more`}
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0 flex-1">
        <bdi translate="no" className="wrap-anywhere block font-medium text-ink">
          {`${member.firstName} ${member.lastName}`}
        </bdi>
        <span id={`${id}-more`} className="block text-ink-soft">
          <span translate="no" className="wrap-anywhere block">
            {member.email}
          </span>
          {facts.map(([name, value]) => (
            <span key={name} className="mt-1 flex justify-between gap-3">
              <span>{name}</span>
              <span translate="no" className="wrap-anywhere text-right text-ink tabular-nums">
                {value}
              </span>
            </span>
          ))}
        </span>
      </span>
    </label>
  )
}

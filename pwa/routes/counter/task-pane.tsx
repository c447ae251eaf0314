/** The counter's pane: what the cashier is doing for the customer being served. */
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { CouponCheck } from './coupon-check.tsx'
import { guessFields } from './guess-fields.ts'
import { Idle } from './idle.tsx'
import { NewMember } from './new-member.tsx'
import { OpenMember } from './open-member.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { TaskHeader } from './task-header.tsx'
import type { Serving } from './use-counter.ts'

interface TaskPaneProps {
  businessId: string
  serving: Serving
}

export function TaskPane({ businessId, serving }: TaskPaneProps) {
  const { state, member, task, isOpen, finish } = serving
  const back = () => finish(null)
  return (
    <div
      data-serving={isOpen ? '' : undefined}
      className={classNames(
        'rise min-w-0 rounded-xl border-line max-md:order-1 md:border md:bg-surface md:p-4 md:[--foot:var(--surface)] md:shadow-card short:border-0 short:[--foot:var(--paper)] short:bg-transparent short:p-0 short:shadow-none',
        !isOpen && 'order-2 max-md:hidden',
      )}
    >
      {!isOpen && <Idle />}
      {task?.kind === 'scan' && <ScanPanel onCode={serving.take} onBack={back} />}
      {task?.kind === 'new' && (
        <NewMember
          begun={task.draft ?? guessFields(serving.nameTyped())}
          onBack={back}
          onOpen={serving.openLikely}
          onSaved={serving.finishSignUp}
        />
      )}
      {task?.kind === 'coupon' && (
        <TaskHeader title={texts.coupon} onBack={back}>
          <CouponCheck
            key={state.opened}
            businessId={businessId}
            asked={task.coupon}
            queued={task.queued}
            onQueued={serving.queueUse}
            onUsed={serving.finishCoupon}
            onScan={() => serving.begin({ kind: 'scan' })}
            onOpenMember={serving.openMember}
          />
        </TaskHeader>
      )}
      {task === null && member !== undefined && (
        <OpenMember
          key={`${member} ${state.opened}`}
          memberId={member}
          job={state.job}
          signUpId={state.signUpId}
          coupon={state.coupon}
          onDone={finish}
          onUsed={serving.finishCoupon}
          onDropDiscount={serving.dropDiscount}
          onCoupon={({ codeDigest }) => serving.showCoupon({ digest: codeDigest })}
        />
      )}
    </div>
  )
}

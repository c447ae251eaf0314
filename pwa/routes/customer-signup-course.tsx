/** The sign-up page's course for one code: the form, then what became of what was saved. */
import { useEffect } from 'react'
import { holdUpdate } from '#pwa/shell/update.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useSignUp } from '#pwa/visitor/use-sign-up.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'
import { SignUpForm } from './customer-signup-form.tsx'
import { OpenSignUps } from './customer-signup-open.tsx'
import { SignUpOutcome } from './customer-signup-outcome.tsx'

interface SignUpCourseViewProps {
  code: string
  lookUp: SignUpLookup
}

export function SignUpCourseView({ code, lookUp }: SignUpCourseViewProps) {
  const { course, submit, startOver } = useSignUp(code, () =>
    showToast({
      title: 'Signup Failed',
      description:
        'This phone could not save your sign-up, because its storage is full or switched off. Nothing was sent.',
      tone: 'destructive',
    }),
  )
  useEffect(holdUpdate, [])
  if (course.step === 'saved') {
    return (
      <SignUpOutcome
        business={lookUp.business}
        welcome={lookUp.welcome}
        saved={course.saved}
        verdict={course.verdict}
        onEdit={(refusal) =>
          startOver({ operationId: course.saved.operationId, payload: course.form, refusal })
        }
        onNext={() => startOver(null)}
      />
    )
  }
  return (
    <>
      <SignUpForm
        key={course.edited?.operationId ?? 'new'}
        code={code}
        edited={course.edited}
        busy={course.step === 'saving'}
        onSubmit={(payload) => void submit(payload, course.edited)}
      />
      <OpenSignUps code={code} editedId={course.edited?.operationId} onEdit={startOver} />
    </>
  )
}

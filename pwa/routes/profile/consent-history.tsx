/** All of the user's answers about marketing emails, newest first. */

import { useCall } from '#pwa/api/use-call.ts'
import { formatInstant } from '#pwa/texts/format.ts'
import { profileTexts } from '#pwa/texts/profile.ts'

export function ConsentHistory() {
  const { data: changes } = useCall('auth.marketingHistory')
  if (!changes || changes.length === 0) return null
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit rounded-sm py-1 font-medium text-brand-text">
        {profileTexts.consentHistory(changes.length)}
      </summary>
      <ol className="mt-2 flex flex-col gap-2 border-line border-l-2 pl-4">
        {changes.toReversed().map(({ recordedAt, granted }) => (
          <li key={recordedAt} className="flex flex-wrap gap-x-3 text-ink-soft">
            <time dateTime={recordedAt} className="w-48 tabular-nums">
              {formatInstant(recordedAt)}
            </time>
            <span className="font-medium text-ink">
              {granted ? profileTexts.agreed : profileTexts.declined}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** A relative time ('3 min ago'), with the exact time on hover and for assistive technology. */
import { formatAgo, formatInstant } from '#pwa/texts/format.ts'

interface AgoProps {
  at: string | number
  /** The sentence around it: 'Last seen 3 min ago'. */
  sentence?: (ago: string) => string
}

export function Ago({ at, sentence }: AgoProps) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatInstant(at)}
      className={sentence ? undefined : 'whitespace-nowrap'}
    >
      {sentence ? sentence(formatAgo(at)) : formatAgo(at)}
    </time>
  )
}

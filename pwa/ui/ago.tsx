/** How long ago something was, with the exact time to a pointer and to assistive technology. */
import { formatAgo, formatInstant } from '#pwa/texts/format.ts'

interface AgoProps {
  at: string | number
  /** Around it: 'Last seen 3 min ago'. */
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

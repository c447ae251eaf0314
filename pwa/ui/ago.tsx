/** How long ago something was, with the exact time to a pointer and to assistive technology. */
import { formatAgo, formatInstant } from './format.ts'

interface AgoProps {
  at: string
  /** Around it: 'Last seen 3 min ago'. */
  sentence?: (ago: string) => string
}

export function Ago({ at, sentence = (ago) => ago }: AgoProps) {
  return (
    <time dateTime={at} title={formatInstant(at)} className="whitespace-nowrap">
      {sentence(formatAgo(at))}
    </time>
  )
}

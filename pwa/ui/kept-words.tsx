/** A sentence in which browsers' translation leaves the words that `keep` marked as they are. */
import type { ReactNode } from 'react'

const marked = /\u2068([^\u2069]*)\u2069/g

export function KeptWords({ children: sentence }: { children: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of sentence.matchAll(marked)) {
    const name = (
      <bdi key={match.index} translate="no">
        {match[1]}
      </bdi>
    )
    parts.push(sentence.slice(end, match.index), name)
    end = match.index + match[0].length
  }
  parts.push(sentence.slice(end))
  // Another sentence is another element: React can't change texts that a browser has translated.
  return <span key={sentence}>{parts}</span>
}

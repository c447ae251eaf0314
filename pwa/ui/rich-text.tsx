/**
 * A sentence with links or emphasis, translated as a whole: the part named `terms` renders
 * `<terms>…</terms>` in the text.
 */
import { Fragment, type ReactNode } from 'react'

interface RichTextProps {
  text: string
  parts: Record<string, (words: string) => ReactNode>
}

const marked = /<([a-zA-Z]+)>(.*?)<\/\1>/g

export function RichText({ text, parts }: RichTextProps) {
  const rendered: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(marked)) {
    const [all, name = '', words = ''] = match
    rendered.push(<span key={end}>{text.slice(end, match.index)}</span>)
    rendered.push(<Fragment key={match.index}>{parts[name]?.(words) ?? words}</Fragment>)
    end = match.index + all.length
  }
  rendered.push(<span key={end}>{text.slice(end)}</span>)
  return rendered
}

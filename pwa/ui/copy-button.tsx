/** Copies a text and says so. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

interface CopyButtonProps {
  text: string
  label: string
  onCopied?: () => void
}

export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    onCopied?.()
  }
  return (
    <Button look="secondary" size="icon" aria-label={label} onClick={() => void copy()}>
      {copied ? <Check size={17} aria-hidden="true" /> : <Copy size={17} aria-hidden="true" />}
    </Button>
  )
}

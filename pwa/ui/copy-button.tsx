/** Copies a text and confirms it. */

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Button } from './button.tsx'
import { showToast } from './toast-store.ts'

interface CopyButtonProps {
  text: string
  label: string
  onCopied?: () => void
}

const shownMs = 2000

export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch {
      // Browsers block the clipboard on pages without HTTPS.
      showToast({
        title: uiTexts.copyFailed,
        description: uiTexts.copyBlocked,
        tone: 'destructive',
      })
    }
  }
  const Icon = copied ? Check : Copy
  return (
    <Button look="secondary" size="icon" aria-label={label} onClick={() => void copy()}>
      <Icon size={17} aria-hidden="true" />
    </Button>
  )
}

/** A button with the likely address, after a near miss. Loaded when an email field gets the focus. */
import { uiTexts } from '#pwa/texts/ui.ts'
import { likelyAddress } from './likely-address.ts'
import { RichText } from './rich-text.tsx'
import { useBetweenPresses } from './use-between-presses.ts'

interface EmailSuggestionProps {
  /** The field's text when the person left it. */
  typed: string
  onTake: (address: string) => void
}

export function EmailSuggestion({ typed, onTake }: EmailSuggestionProps) {
  const likely = useBetweenPresses(likelyAddress(typed))
  if (likely === null) return null
  return (
    <button
      type="button"
      onClick={() => onTake(likely)}
      className="min-h-11 text-left text-ink-soft text-sm underline underline-offset-4 [overflow-wrap:anywhere]"
    >
      <RichText
        text={uiTexts.didYouMean}
        parts={{
          address: () => (
            <bdi translate="no" className="font-medium text-ink">
              {likely}
            </bdi>
          ),
        }}
      />
    </button>
  )
}

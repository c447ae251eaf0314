/** Shows new recovery codes, the only time they are visible: to copy, download or write down. */
import { Download } from 'lucide-react'
import { secondFactorTexts as texts } from '#pwa/texts/second-factor.ts'
import { Button } from '#pwa/ui/button.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'

interface RecoveryCodesDialogProps {
  codes: string[] | null
  /** Shown after two-step verification was turned on. */
  isFirst: boolean
  onClose: () => void
}

export function RecoveryCodesDialog({ codes, isFirst, onClose }: RecoveryCodesDialogProps) {
  if (!codes) return null
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={texts.codesTitle}
      description={isFirst ? texts.codesShownOnce : texts.codesShownAgain}
    >
      <ul className="grid gap-x-6 gap-y-1.5 rounded-lg bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li translate="no" key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex gap-2">
        <CopyButton text={text} label={texts.copyCodes} />
        <Button
          look="secondary"
          onClick={() => saveFile(texts.codesFile, new Blob([text], { type: 'text/plain' }))}
        >
          <Download size={17} aria-hidden="true" />
          {texts.downloadCodes}
        </Button>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.codesSaved}</Button>
      </DialogActions>
    </Dialog>
  )
}

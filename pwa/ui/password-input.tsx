/** A password field that can reveal its text; `autocomplete` identifies it to password managers. */

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Input } from './input.tsx'

export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-12"
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? uiTexts.hidePassword : uiTexts.showPassword}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-ink-faint hover:text-ink"
      >
        <Icon size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Light, dark, or as the system has it. */
import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './class-names.ts'

const choices = [
  { name: 'light', label: 'Light', Icon: Sun },
  { name: 'dark', label: 'Dark', Icon: Moon },
  { name: 'system', label: 'System', Icon: Monitor },
] as const
type Choice = (typeof choices)[number]['name']

export function ThemeSwitch() {
  const [chosen, setChosen] = useState<Choice>(readChoice)
  return (
    <fieldset className="inline-flex rounded-md bg-sunken p-1">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ name, label, Icon }) => (
        <button
          key={name}
          type="button"
          aria-pressed={chosen === name}
          aria-label={label}
          onClick={() => {
            choose(name)
            setChosen(name)
          }}
          className={classNames(
            'flex h-8 w-9 items-center justify-center rounded-sm',
            chosen === name ? 'bg-surface text-ink shadow-card' : 'text-ink-faint hover:text-ink',
          )}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}

function readChoice(): Choice {
  const kept = localStorage.getItem('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** `theme.js` applies it at the next start; here it is applied at once. */
function choose(choice: Choice): void {
  const root = document.documentElement
  const isDark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.dataset.themeChoice = choice
  if (choice === 'system') localStorage.removeItem('theme')
  else localStorage.setItem('theme', choice)
}

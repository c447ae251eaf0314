/** Light, dark, or as the system has it. Kept on the device; `public/theme.js` applies it. */
import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Segments } from './segments.tsx'

const choices = [
  { value: 'light', label: 'Light', icon: <Sun size={16} /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} /> },
  { value: 'system', label: 'System', icon: <Monitor size={16} /> },
] as const
type Theme = (typeof choices)[number]['value']

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme)
  return (
    <Segments
      legend="Theme"
      segments={choices}
      value={theme}
      onValue={(chosen) => {
        keepTheme(chosen)
        setTheme(chosen)
      }}
    />
  )
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.themeChoice ?? keptTheme()
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function keptTheme(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}

function keepTheme(theme: Theme): void {
  const root = document.documentElement
  root.dataset.themeChoice = theme
  root.dispatchEvent(new Event('themechosen'))
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage is refused: the choice holds until the page is closed.
  }
}

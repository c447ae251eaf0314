/** Light, dark, or as the system has it. Kept on the device; `public/theme.js` applies it. */

import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Segments } from './segments.tsx'

type Theme = 'light' | 'dark' | 'system'

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme)
  const choices = [
    { value: 'light', label: uiTexts.lightTheme, icon: <Sun size={16} /> },
    { value: 'dark', label: uiTexts.darkTheme, icon: <Moon size={16} /> },
    { value: 'system', label: uiTexts.systemTheme, icon: <Monitor size={16} /> },
  ] as const
  return (
    <Segments
      legend={uiTexts.colorTheme}
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
  // Written by the server, before anybody can have chosen.
  if (typeof document === 'undefined') return 'system'
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

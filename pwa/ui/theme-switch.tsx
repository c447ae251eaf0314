/** Light, dark, or as the system has it. `public/theme.js` applies and keeps what is chosen. */

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
    <div data-theme-switch="" className="contents">
      <Segments legend={uiTexts.colorTheme} segments={choices} value={theme} onValue={setTheme} />
    </div>
  )
}

function readTheme(): Theme {
  // Written by the server, which does not know what was chosen.
  if (typeof document === 'undefined') return 'system'
  const chosen = document.documentElement.dataset.themeChoice
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

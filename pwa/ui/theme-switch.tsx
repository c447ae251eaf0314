/** Light, dark or system theme. `public/theme.js` applies and stores the choice. */

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
  // The server renders this without knowing the choice.
  if (typeof document === 'undefined') return 'system'
  const chosen = document.documentElement.dataset.themeChoice
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

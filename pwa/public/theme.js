// Sets the theme before anything is painted: the chosen one, or the system's.
;(() => {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Storage is refused: the system's theme holds.
  }
  function apply() {
    const now = root.dataset.themeChoice ?? chosen
    const theme = now === 'light' || now === 'dark' ? now : system.matches ? 'dark' : 'light'
    root.dataset.theme = theme
  }
  apply()
  system.addEventListener('change', apply)
})()

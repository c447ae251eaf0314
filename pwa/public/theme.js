// Sets the theme before anything is painted: the chosen one, or the system's. The browser's own
// bar takes the color of the paper.
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
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.content = theme === 'dark' ? '#151412' : '#faf8f4'
    }
  }
  apply()
  system.addEventListener('change', apply)
  root.addEventListener('themechosen', apply)
})()

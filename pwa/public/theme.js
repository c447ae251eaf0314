// Sets the theme before anything is painted: the chosen one, or the system's. The browser's own
// bar takes the color of the paper. Keeps what is chosen on this device, on pages without the app too.
;(() => {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const themeSwitch = '[data-theme-switch] input'
  try {
    root.dataset.themeChoice = localStorage.getItem('theme') ?? 'system'
  } catch {
    // Storage is refused: the system's theme holds until one is chosen.
    root.dataset.themeChoice = 'system'
  }
  function apply() {
    const chosen = root.dataset.themeChoice
    const isDark = chosen === 'system' ? system.matches : chosen === 'dark'
    root.dataset.theme = isDark ? 'dark' : 'light'
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.content = isDark ? '#151412' : '#faf8f4'
    }
    for (const input of document.querySelectorAll(themeSwitch)) {
      input.checked = input.value === chosen
    }
  }
  apply()
  system.addEventListener('change', apply)
  document.addEventListener('change', ({ target }) => {
    if (!target.matches(themeSwitch)) return
    root.dataset.themeChoice = target.value
    apply()
    try {
      localStorage.setItem('theme', target.value)
    } catch {
      // Storage is refused: the choice holds until the page is closed.
    }
  })
})()

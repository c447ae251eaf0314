// Applies the chosen theme, or the system's, before the first paint; stores the choices of theme and
// language, also on pages without the app.
;(() => {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const themeSwitch = '[data-theme-switch] input'
  try {
    root.dataset.themeChoice = localStorage.getItem('theme') ?? 'system'
  } catch {
    // Storage is blocked.
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
      // Storage is blocked.
    }
  })
  document.addEventListener('click', ({ target }) => {
    const language = target.closest('[data-language]')?.lang
    if (!language) return
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no cookieStore
    document.cookie = `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`
    const isReloaded = dispatchEvent(new Event('languagechange', { cancelable: true }))
    if (isReloaded) location.reload()
  })
})()

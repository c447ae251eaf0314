// Sets the chosen theme, or the system's, before the first paint, and colors the browser's bar to
// match. Stores the choices of theme and language on this device, also on pages without the app.
;(() => {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const themeSwitch = '[data-theme-switch] input'
  try {
    root.dataset.themeChoice = localStorage.getItem('theme') ?? 'system'
  } catch {
    // Storage is blocked: use the system's theme until a choice is made.
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
      // Storage is blocked: the choice lasts until the page is closed.
    }
  })
  document.addEventListener('click', ({ target }) => {
    const language = target.closest?.('[data-language]')?.dataset.language
    if (!language) return
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: no other way works in Safari 16.4 and Firefox
    document.cookie = `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
    // Forms keep what was typed.
    dispatchEvent(new Event('languagechange'))
    location.reload()
  })
})()

/**
 * Entry of the landing page that the server wrote. That page works without the app, so the app is
 * loaded only in a browser that has stored data: it may hold a session or a member card.
 */

async function hasBeenHere(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).length > 0
  } catch {
    // This browser can't list its databases: let the app check.
    return true
  }
}

const app = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset.app
if (app && (await hasBeenHere())) await import(/* @vite-ignore */ app)

export {}

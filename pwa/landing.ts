/**
 * The landing page as the server wrote it is whole without the app: its links are addresses. Where
 * this browser has been used before, the app takes over: it may know somebody here, or a card.
 */

async function hasBeenHere(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).length > 0
  } catch {
    // A browser that does not list them: the app looks inside.
    return true
  }
}

const app = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset.app
if (app && (await hasBeenHere())) await import(/* @vite-ignore */ app)

export {}

/**
 * Vitest's environment of screen tests: happy-dom's window with Node's network. happy-dom's fetch
 * would refuse the server as another origin, and Node's fetch takes only Node's files.
 */
import { GlobalWindow } from 'happy-dom'
import { type Environment, populateGlobal } from 'vitest/runtime'

const nodesOwn = ['Blob', 'File', 'DOMException', 'WebSocket', 'Performance', 'Crypto'] as const
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export default {
  name: 'screens',
  viteEnvironment: 'ssr',
  setup(global) {
    const kept = nodesOwn.map((name) => [name, global[name]] as const)
    const window = new GlobalWindow({
      width: 1440,
      height: 900,
      settings: { navigator: { userAgent } },
    })
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true })
    for (const [name, value] of kept) global[name] = value
    return {
      async teardown() {
        await window.happyDOM.close()
        for (const key of keys) delete global[key]
        for (const [key, value] of originals) global[key] = value
      },
    }
  },
} satisfies Environment

/** The app's one Trusted Types policy: it allows only the addresses of the app's own workers. */

interface ScriptPolicy {
  createScriptURL: (url: string) => string
}
interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy
}

export const serviceWorkerAddress = '/service-worker.js'
const ownScript = /^\/(service-worker|assets\/import-worker-[\w-]+)\.js$/

const rules: ScriptPolicy = {
  createScriptURL(url) {
    // The development server has other addresses.
    if (import.meta.env.PROD && !ownScript.test(url))
      throw new TypeError('Not a script of this app')
    return url
  },
}
/** A second policy of this name would be refused. */
let policy: ScriptPolicy | null = null

export function trustedScript(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('regulars', rules) ?? rules
  return policy.createScriptURL(url)
}

/**
 * The API reference: a page at /api/docs, and the OpenAPI document beside it. Both are generated on
 * the first request and kept.
 */
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Server } from '#sync-server/server.ts'
import type { HttpEnv } from './call.ts'
import { type OpenApi, type OpenApiCall, toOpenApi } from './openapi.ts'
import { answerReady, makeReady, type ReadyAnswer } from './ready-answer.ts'

/** The only page among the calls. */
export const docsPath = '/api/docs'
const documentPath = `${docsPath}/openapi.json`

export function mountDocs(app: Hono<HttpEnv>, server: Pick<Server, 'config'>): void {
  // The public URL is known only once the server listens.
  let made: { document: ReadyAnswer; page: ReadyAnswer } | undefined
  const answers = () => {
    made ??= makeAnswers(toOpenApi(server.config.publicUrl))
    return made
  }
  app.get(docsPath, (context) => answerReady(context, answers().page))
  app.get(documentPath, (context) => answerReady(context, answers().document))
}

function makeAnswers(document: OpenApi) {
  return {
    document: makeReady(JSON.stringify(document), 'application/json'),
    page: makeReady(String(toPage(document)), 'text/html; charset=UTF-8'),
  }
}

function toPage(document: OpenApi) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Regulars API</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font: 14px/1.45 ui-monospace, monospace }
summary { padding: .6rem 0; cursor: pointer; overflow-wrap: anywhere }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
pre { overflow-x: auto; padding: 1rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 6%, transparent) }
</style>
</head>
<body>
<h1>Regulars API</h1>
<p>The same as an <a href="${documentPath}">OpenAPI 3.1 document</a>.</p>
${document.tags.map(
  ({ name }) => html`<h2>${name}</h2>
${calls.filter(({ call }) => call.tags.includes(name)).map(toEntry)}`,
)}
<h2>Operations that a device may queue</h2>
${Object.entries(document.components.schemas)
  .filter(([name]) => name.startsWith('operation.'))
  .map(
    ([name, schema]) => html`<details>
<summary><code>${name.replace('operation.', '')}</code></summary>
${toBlock(schema)}
</details>`,
  )}
</body>
</html>`
}

function toEntry({ path, method, call }: { path: string; method: string; call: OpenApiCall }) {
  return html`<details>
<summary><code>${method.toUpperCase()} ${path}</code><br>${call.summary}</summary>
${call.parameters.length > 0 ? html`<h3>Parameters</h3>${toBlock(call.parameters)}` : ''}
${call.requestBody ? html`<h3>Body</h3>${toBlock(call.requestBody)}` : ''}
<h3>Answers</h3>
${toBlock(call.responses)}
</details>`
}

function toBlock(value: object) {
  return html`<pre>${JSON.stringify(value, null, 2)}</pre>${raw('\n')}`
}

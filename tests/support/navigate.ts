/** Opens a URL like a browser's navigation, for which `fetch` can't set the headers. */
import { type IncomingHttpHeaders, request } from 'node:http'

export interface Page {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export function navigate(
  address: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Page> {
  const method = body === undefined ? 'GET' : 'POST'
  const said = { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...headers }
  return new Promise((resolve, reject) => {
    const asking = request(address, { method, headers: said }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

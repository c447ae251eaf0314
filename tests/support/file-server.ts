/** The server of a test file: starts before the file's other hooks and closes after its tests. */
import { afterAll, beforeAll } from 'vitest'
import { startTestServer, type TestServer } from './server.ts'

export function serverOfFile(...options: Parameters<typeof startTestServer>): TestServer {
  let running: TestServer | undefined
  beforeAll(async () => {
    running = await startTestServer(...options)
  })
  afterAll(() => running?.close())
  return new Proxy({} as TestServer, {
    get(_, key) {
      if (!running) throw new Error('The file’s server has not started yet')
      return Reflect.get(running, key)
    },
  })
}

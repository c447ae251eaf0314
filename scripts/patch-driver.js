/**
 * @file Patches the PostgreSQL driver after `npm install`, and in a checkout that was installed
 * earlier. Without these edits, connections that the database has dropped block their pool
 * (docs/decisions/0480), and each statement costs a write of its own (docs/decisions/0490).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../node_modules/postgres/src/', import.meta.url))

/** @type {Record<string, [from: string, to: string][]>} */
const edits = {
  'connection.js': [
    // A closed connection refuses a statement; otherwise writing it ends the process.
    [
      `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
      `    if (!socket || socket.destroyed) {
      queryError(q, Errors.connection('CONNECTION_CLOSED', options, socket))
      return true
    }

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
    ],
    [
      `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)`,
      `  function nextWrite(fn) {
    const x = !!socket && socket.write(chunk, fn)`,
    ],
    // A canceled write must not count as one under way: nothing would ever be sent again.
    [
      `    clearImmediate(nextWriteTimer)
    if (socket) {`,
      `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    if (socket) {`,
    ],
    // The next session must not inherit bytes, an error or a statement of this one.
    [
      `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
      `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = errorResponse = results = null
    result = new Result()
    socket.removeListener('data', data)`,
    ],
    // Statements sent after the socket's error would wait forever.
    [
      `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))`,
      `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = null`,
    ],
    // Statements that are sent together go out in one write.
    ['chunk.length >= 1024', 'chunk.length >= 16384'],
  ],
  // A transaction whose connection closed must not continue in the connection's next session.
  'index.js': [
    [
      `    let savepoints = 0
      , connection
      , prepare = null`,
      `    let savepoints = 0
      , connection
      , lost = null
      , prepare = null`,
    ],
    [
      `new Promise((_, reject) => connection.onclose = reject)`,
      `new Promise((_, reject) => connection.onclose = (e) => (lost = e, reject(e)))`,
    ],
    [
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue === full`,
    ],
    // A third argument sends the transaction's first statements along with its BEGIN.
    ['async function begin(options, fn) {', 'async function begin(options, fn, together) {'],
    [
      `    const queries = Queue()
    let savepoints`,
      `    const queries = Queue()
    let started
    let savepoints`,
    ],
    [
      `      await sql.unsafe('begin ' + options.replace(/[^a-z ]/ig, ''), [], { onexecute }).execute()
`,
      `      const begun = sql.unsafe('begin ' + options.replace(/[^a-z ]/ig, ''), [], { onexecute }).execute()
      await (together ? Promise.race([begun, new Promise(resolve => started = resolve)]) : begun)
      connection.queue === full && move(connection, reserved)
`,
    ],
    [
      `      connection = c
      move(c, reserved)`,
      `      connection = c
      started && started()
      move(c, reserved)`,
    ],
    // If only BEGIN failed, the connection may already serve another transaction.
    [
      `        scope(connection, fn),
`,
      `        scope(connection, fn),
        new Promise((_, reject) => begun.catch((e) => (lost = e, reject(e)))),
`,
    ],
  ],
}

for (const [name, changes] of existsSync(folder) ? Object.entries(edits) : []) {
  const path = folder + name
  const text = readFileSync(path, 'utf8')
  const patched = changes.reduce((current, [from, to]) => {
    if (current.includes(to)) return current
    if (current.split(from).length === 2) return current.replace(from, () => to)
    throw new Error(
      `The driver’s ${name} has changed: read docs/decisions/0480 and edit this file.`,
    )
  }, text)
  if (patched !== text) writeFileSync(path, patched)
}

/** Finds ports for the servers that tests start. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the range from which the system takes ports for outgoing connections, so that none of them
 * takes it before its server starts; above the ports that browsers refuse.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, 30_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** One PostgreSQL for all journeys; each takes a database of its own, with the demo in it. */
import { startTestCluster } from '#tests/support/cluster.ts'
import { seedOnce } from './support/app.ts'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  try {
    const seeded = await seedOnce()
    return async () => {
      seeded.remove()
      await cluster.stop()
    }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

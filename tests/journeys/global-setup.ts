/** Starts one PostgreSQL for all journeys; each uses its own database, a copy of the demo. */
import { startTestCluster } from '#tests/support/cluster.ts'
import { seedOnce } from './support/app.ts'
import { bundleVariable } from './support/product.ts'
import { bundleServer } from './support/server-bundle.ts'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await bundleServer()
  process.env[bundleVariable] = server.file
  const cluster = await startTestCluster()
  const end = async () => {
    await cluster.stop()
    server.remove()
  }
  try {
    const seeded = await seedOnce()
    return async () => {
      seeded.remove()
      await end()
    }
  } catch (error) {
    await end()
    throw error
  }
}

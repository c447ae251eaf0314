/** One PostgreSQL for all journeys; each takes a database of its own. */
import { startTestCluster } from '#tests/support/cluster.ts'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  return () => cluster.stop()
}

/** Vitest's global setup of the `server` project: the cluster lives as long as the run. */
import { startTestCluster } from '#tests/support/cluster.ts'

export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  return () => cluster.stop()
}

/** Vitest's global setup of the `server` project: the cluster lives as long as the run, or longer. */
import { clusterVariable, startTestCluster } from '#tests/support/cluster.ts'

export async function setup(): Promise<() => Promise<void>> {
  if (process.env[clusterVariable]) return async () => {}
  const cluster = await startTestCluster()
  return () => cluster.stop()
}

/**
 * Vitest's global setup of the `server` project: starts the cluster, unless the environment names
 * one.
 */
import { startTestCluster } from '#tests/support/cluster.ts'
import { nodes } from '#tests/support/distributed.ts'
import { clusterVariable } from '#tests/support/run.ts'

export async function setup(): Promise<() => Promise<void>> {
  const [coordinator] = nodes
  if (coordinator) process.env[clusterVariable] = coordinator
  if (process.env[clusterVariable]) return async () => {}
  const cluster = await startTestCluster()
  return () => cluster.stop()
}

/** Names and secrets that all processes of a test run share. It imports nothing, so it loads fast. */

export const clusterVariable = 'REGULARS_TEST_CLUSTER'
/** URLs of a Citus cluster's nodes, the coordinator first, on which the tests run instead. */
export const nodesVariable = 'REGULARS_TEST_NODES'
/** Its Unix socket, over which a query costs Node.js a fifth less; empty if there is none. */
export const socketVariable = 'REGULARS_TEST_SOCKET'
/** The passwords of both logins are derived from it, so all servers of a run share it. */
export const testSessionSecret = 'only-for-tests-only-for-tests-only-for-tests'
/** Migrated once, copied for every test file, never connected to. */
export const templateDatabase = 'regulars'
/** The password of every account that a test adds. */
export const testPassword = 'Correct-Horse-7'

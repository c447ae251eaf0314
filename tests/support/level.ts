/**
 * The level of a test. Untagged tests run with every `npm test`. A deep test runs there if its
 * subject has changed (`tests/reach.ts`), and always in `npm run test:all`.
 */
export const deep = { tag: '@deep', tags: ['deep'] }

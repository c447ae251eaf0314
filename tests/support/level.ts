/**
 * The level of a test. Without one it runs with every `npm test`. A deep test runs there when its
 * subject has changed (`tests/reach.ts`), and always in `npm run test:all`.
 */
export const deep = { tag: '@deep', tags: ['deep'] }

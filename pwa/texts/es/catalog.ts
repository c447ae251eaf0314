/** Everything in Spanish: one chunk, loaded before the first render. */
import { navigation } from './navigation.ts'

export const catalog = { navigation }

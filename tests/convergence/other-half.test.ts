import { proveHalf } from './prove-half.ts'

proveHalf(1)

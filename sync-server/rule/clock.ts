/** The server's time, in one place so that tests can turn it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

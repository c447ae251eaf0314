/** Runs tasks one at a time: each starts when those before it have settled. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

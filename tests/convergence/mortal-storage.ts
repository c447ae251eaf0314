/**
 * A tab that can be killed at any of its effects: before a write to its disk, right after a commit,
 * before a request is sent, or after the server performed it. Moments between two effects are
 * indistinguishable, so these are all the points at which a crash matters.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

/** The effect at which a tab was killed; the report counts them. */
export interface Death {
  effect: 'write' | 'committed' | 'request' | 'answered'
  /** The tables written, or the path requested. */
  about: string
}

/** Kills one tab of a browser at a given one of its next effects. */
export class Doom {
  #effectsLeft = Number.POSITIVE_INFINITY
  #tell: (death: Death) => void = () => {}

  /** @returns a promise that resolves once it has struck */
  plan(effects: number): Promise<Death> {
    this.#effectsLeft = effects
    return new Promise((resolve) => {
      this.#tell = resolve
    })
  }

  avert(): void {
    this.#effectsLeft = Number.POSITIVE_INFINITY
  }

  strikes(death: Death): boolean {
    this.#effectsLeft -= 1
    if (this.#effectsLeft >= 0) return false
    this.avert()
    this.#tell(death)
    return true
  }
}

export class Life {
  readonly #doom: Doom
  readonly #handles = new Set<IDBDatabase>()
  isOver = false

  constructor(doom: Doom) {
    this.#doom = doom
  }

  /** Counts one effect. @returns whether the tab is still alive */
  spend(effect: Death['effect'], about: string): boolean {
    if (!this.isOver && this.#doom.strikes({ effect, about })) this.end()
    return !this.isOver
  }

  hold(handle: IDBDatabase): void {
    this.#handles.add(handle)
  }

  end(): void {
    this.isOver = true
    for (const handle of this.#handles) handle.close()
  }
}

/** The disk that all tabs of a browser share. */
export class Disk {
  readonly #factory = new IDBFactory()

  /** A tab's view of it: its writes end when the tab dies. */
  of(life: Life): { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange } {
    const factory = this.#factory
    const mortal = {
      open: (...of: Parameters<IDBFactory['open']>) => {
        if (life.isOver) return new EventTarget()
        const request = factory.open(...of)
        request.addEventListener('upgradeneeded', () => guard(request.result, life))
        request.addEventListener('success', () => guard(request.result, life))
        return request
      },
      deleteDatabase: (name: string) =>
        life.spend('write', 'deletion') ? factory.deleteDatabase(name) : new EventTarget(),
      databases: () => factory.databases(),
      cmp: (one: unknown, other: unknown) => factory.cmp(one as never, other as never),
    }
    return { indexedDB: mortal as never, IDBKeyRange }
  }
}

const guarded = new WeakSet<IDBDatabase>()

function guard(handle: IDBDatabase, life: Life): void {
  if (guarded.has(handle)) return
  guarded.add(handle)
  life.hold(handle)
  const begin = handle.transaction.bind(handle)
  handle.transaction = (stores, mode, options) => {
    if (mode !== 'readwrite') return begin(stores, mode, options)
    const about = [stores].flat().join('+')
    if (!life.spend('write', about)) throw new DOMException('The tab is gone', 'AbortError')
    const transaction = begin(stores, mode, options)
    transaction.addEventListener('complete', () => life.spend('committed', about))
    return transaction
  }
}

/**
 * A tab that can be killed at any of its effects: before a write to its disk, right after one was
 * committed, before a request leaves, or after the server did it. Between two effects nothing can be
 * told apart, so these are all the places at which a crash matters, whatever code runs there.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

/** What a tab was about when it was killed; the report counts them. */
export interface Death {
  effect: 'write' | 'committed' | 'request' | 'answered'
  /** The tables written, or the address asked. */
  about: string
}

/** Strikes one tab of a browser at the given one of its next effects. */
export class Doom {
  #effectsLeft = Number.POSITIVE_INFINITY
  #tell: (death: Death) => void = () => {}

  /** @returns resolves when it has struck */
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

  /** Counts one effect. @returns whether the tab lives on */
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

  /** As one tab sees it: its writes end with its life. */
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

/**
 * Some browsers' IndexedDB neither opens nor fails until a restart. Here, an opening without an
 * answer fails after a few seconds, so that every screen can treat it like lost storage. A
 * connection that opens later is closed again.
 */
export interface StorageFactory {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
}

/** Many times what a slow phone needs; a started upgrade may take longer. */
const openPatienceMs = 5_000

interface PatienceOptions {
  /** Another window holds an older version open: keep waiting, because the screen says so. */
  waitsWhenBlocked?: boolean
}

/** @returns options for Dexie; empty if there is no IndexedDB */
export function patientStorage(
  by: Partial<StorageFactory> = globalThis,
  options: PatienceOptions = {},
): Partial<StorageFactory> {
  const { indexedDB, IDBKeyRange } = by
  if (!indexedDB || !IDBKeyRange) return {}
  const open = (...asked: Parameters<IDBFactory['open']>) =>
    new PatientRequest(indexedDB.open(...asked), options)
  const patient = new Proxy(indexedDB, {
    get(factory, name) {
      if (name === 'open') return open
      const value: unknown = Reflect.get(factory, name, factory)
      return typeof value === 'function' ? value.bind(factory) : value
    },
  })
  return { indexedDB: patient, IDBKeyRange }
}

type Listener = ((event: Event) => unknown) | null

/** The part of an open request that Dexie uses. */
class PatientRequest {
  onsuccess: Listener = null
  onerror: Listener = null
  onblocked: Listener = null
  onupgradeneeded: Listener = null
  readonly #real: IDBOpenDBRequest
  #silence: DOMException | null = null

  constructor(real: IDBOpenDBRequest, { waitsWhenBlocked = false }: PatienceOptions) {
    this.#real = real
    const timer = setTimeout(() => this.#giveUp(), openPatienceMs)
    real.onblocked = (event) => {
      if (waitsWhenBlocked) clearTimeout(timer)
      if (!this.#silence) this.onblocked?.(event)
    }
    real.onupgradeneeded = (event) => {
      clearTimeout(timer)
      if (this.#silence) real.transaction?.abort()
      else this.onupgradeneeded?.(event)
    }
    real.onsuccess = (event) => {
      clearTimeout(timer)
      if (this.#silence) real.result.close()
      else this.onsuccess?.(event)
    }
    real.onerror = (event) => {
      clearTimeout(timer)
      if (this.#silence) event.preventDefault()
      else this.onerror?.(event)
    }
  }

  get result(): IDBDatabase {
    return this.#real.result
  }

  get transaction(): IDBTransaction | null {
    return this.#real.transaction
  }

  get error(): DOMException | null {
    return this.#silence ?? this.#real.error
  }

  #giveUp() {
    this.#silence = new DOMException('The browser does not open its storage', 'TimeoutError')
    const event = new Event('error', { cancelable: true })
    Object.defineProperty(event, 'target', { value: this })
    this.onerror?.(event)
  }
}

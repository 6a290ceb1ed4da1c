/*
 * Each store has a database of its own: an older version of the program in another tab opens that of the keys, and must find it
 * unchanged.
 */
const databases = { keys: 'comanda', kept: 'comanda.kept' }

/** Runs one request on an IndexedDB store of this address. */
export function inStore<T>(
  name: keyof typeof databases,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databases[name], 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const db = opening.result
      const request = run(db.transaction(name, mode).objectStore(name))
      request.onsuccess = () => resolve(request.result as T)
      request.onerror = () => reject(request.error)
      request.transaction?.addEventListener('complete', () => db.close())
    }
  })
}

/** These accounts have a write under way. What is read meanwhile may be older than the answer that comes. */
const underWay = new Map<number, Promise<unknown>>()

export async function trackWrite<T>(requestId: number, work: () => Promise<T>): Promise<T> {
  const working = work()
  underWay.set(requestId, working)
  try {
    return await working
  } finally {
    if (underWay.get(requestId) === working) underWay.delete(requestId)
  }
}

/** Resolves when the write of this account that is under way now, if any, is answered. */
export const whenWritesSettle = (requestId: number): Promise<unknown> =>
  (underWay.get(requestId) ?? Promise.resolve()).catch(() => undefined)

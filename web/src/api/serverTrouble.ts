import { create } from 'zustand'

/** These are the codes of the 503 answers: the server is reached, but cannot do its work. */
const codes = ['storage_full', 'database_unavailable'] as const
export type ServerTrouble = (typeof codes)[number]

/** The trouble that the server last spoke of, until it works again. */
export const useServerTrouble = create<{ trouble: ServerTrouble | null }>()(() => ({ trouble: null }))

/** An answer failed: perhaps for a reason that concerns everything done here. */
export function noteFailure(code: string) {
  const trouble = codes.find((each) => each === code)
  if (trouble) useServerTrouble.setState({ trouble })
}

/** An answer came: a disk that is full still reads, so only what was written proves that there is room. */
export function noteSuccess(method: string) {
  const { trouble } = useServerTrouble.getState()
  if (trouble === 'database_unavailable' || (trouble && method !== 'GET')) forgetTrouble()
}

export const forgetTrouble = () => useServerTrouble.setState({ trouble: null })

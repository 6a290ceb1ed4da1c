import { create } from 'zustand'

/** These are the codes of the 503 answers: the server is reached, but cannot do its work. */
const codes = ['storage_full', 'database_unavailable'] as const
export type ServerTrouble = (typeof codes)[number]

/** The trouble that the server last reported; null once it works again. */
export const useServerTrouble = create<{ trouble: ServerTrouble | null }>()(() => ({ trouble: null }))

/** Notes the code of a failed answer, whose reason may concern everything that is done here. */
export function noteFailure(code: string) {
  const trouble = codes.find((each) => each === code)
  if (trouble) useServerTrouble.setState({ trouble })
}

/** Notes an answer that came: a full disk still reads, so only a write proves that there is room. */
export function noteSuccess(method: string) {
  const { trouble } = useServerTrouble.getState()
  if (trouble === 'database_unavailable' || (trouble && method !== 'GET')) forgetTrouble()
}

export const forgetTrouble = () => useServerTrouble.setState({ trouble: null })

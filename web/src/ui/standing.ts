import { create } from 'zustand'

/** A page that nobody looks at draws no frame. */
const patienceMs = 500
/** Some screens never report that they stand, so this is the longest wait. */
const longestMs = 3_000

/** Whether the first screen has been drawn: what is not seen in it, and what it can do without for a moment, comes after it. */
export const useStanding = create<{ stands: boolean }>()(() => ({ stands: false }))

/** The first screen is there, and is drawn in the next frame. */
export function noteStanding() {
  const note = () => useStanding.setState({ stands: true })
  requestAnimationFrame(() => setTimeout(note))
  setTimeout(note, patienceMs)
}

/** Resolves once it has been drawn. */
export const standing = new Promise<void>((done) => {
  setTimeout(() => useStanding.setState({ stands: true }), longestMs)
  const stop = useStanding.subscribe(() => {
    stop()
    done()
  })
})

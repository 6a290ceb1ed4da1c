import { create } from 'zustand'

/** A hidden page draws no frame, so it waits only this long (ms). */
const patienceMs = 500
/** Some screens never report that they stand, so this is the longest wait. */
const longestMs = 3_000

/**
 * `stands` is true once the first screen has been drawn, or after 3 s at the latest: whatever it can do without for a moment is
 * loaded after it.
 */
export const useFirstScreenDrawn = create<{ stands: boolean }>()(() => ({ stands: false }))

/** Notes that the first screen is there, and is drawn in the next frame. */
export function noteFirstScreenDrawn() {
  const note = () => useFirstScreenDrawn.setState({ stands: true })
  requestAnimationFrame(() => setTimeout(note))
  setTimeout(note, patienceMs)
}

/** Resolves once the first screen has been drawn. */
export const firstScreenDrawn = new Promise<void>((done) => {
  setTimeout(() => useFirstScreenDrawn.setState({ stands: true }), longestMs)
  const stop = useFirstScreenDrawn.subscribe(() => {
    stop()
    done()
  })
})

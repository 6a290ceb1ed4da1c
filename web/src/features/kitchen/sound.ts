import { useEffect, useRef, useState } from 'react'

const remembered = 'comanda.kitchen-sound'

/** Plays two short notes that are made here: there is nothing to load, and they are heard over an extractor. */
function chime(audio: AudioContext) {
  for (const [pitch, at] of [
    [880, 0],
    [1174, 0.16],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const start = audio.currentTime + at
    tone.type = 'triangle'
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.5, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 0.42)
  }
}

/**
 * Rings when a card comes to the area that was not there before; changing the area does not ring. Browsers allow no sound before
 * somebody has touched the page, so it is off until the bell is pressed; after a reload the first touch is enough. In Safari the
 * end of a touch counts, its beginning does not.
 */
export function useNewCommandSound(cards: string[], area: number | null) {
  const audio = useRef<AudioContext>(undefined)
  const known = useRef<{ area: number | null; cards: Set<string> }>(undefined)
  const [on, setOn] = useState(false)

  useEffect(() => {
    if (localStorage.getItem(remembered) !== 'on') return
    const gestures = ['pointerup', 'click', 'keydown'] as const
    const stop = () => {
      for (const gesture of gestures) window.removeEventListener(gesture, resume)
    }
    const resume = ({ target }: Event) => {
      // The bell's button itself turns it on and off.
      if (target instanceof Element && target.closest('[data-bell]')) return
      void start(audio, setOn).then(() => audio.current?.state === 'running' && stop())
    }
    for (const gesture of gestures) window.addEventListener(gesture, resume)
    return stop
  }, [])
  useEffect(() => () => void audio.current?.close(), [])

  useEffect(() => {
    const before = known.current
    // A card that rang once does not ring again when it is called back.
    const kept = before?.area === area ? before.cards : []
    known.current = { area, cards: new Set([...kept, ...cards]) }
    if (before?.area !== area || !on || !audio.current) return
    if (cards.some((card) => !before.cards.has(card))) chime(audio.current)
  }, [cards, area, on])

  const toggle = async () => {
    if (on) {
      localStorage.removeItem(remembered)
      setOn(false)
      return
    }
    await start(audio, setOn)
    localStorage.setItem(remembered, 'on')
    if (audio.current) chime(audio.current)
  }
  return { on, toggle }
}

async function start(audio: React.RefObject<AudioContext | undefined>, setOn: (on: boolean) => void) {
  audio.current ??= new AudioContext()
  await audio.current.resume()
  setOn(audio.current.state === 'running')
}

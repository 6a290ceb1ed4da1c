import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { list, write } from '../../../api/client'
import type { RoomEvent } from '../../../api/events'
import { liveLink, useConnection, useRoom } from '../../../api/realtime'
import { uuid } from '../../../api/uuid'
import { scalesKey } from '../../../data/printing/scalesKey'
import type { ScaleReading, ScaleReadings } from './scaleReading'

/** A reading is repeated every two seconds. */
const silentMs = 5000
/** The server lets a scale report for 30 seconds. */
const watchMs = 20_000

const nothing: ScaleReadings = { last: null, before: null, isSilent: false }
const place = 'comanda.scale'

/** Knows the scales of the house and which of them this device weighs on; `isSettled` once the server has said who is connected. */
export function useScales(hasScale: boolean) {
  const { data, isFetching } = useQuery({
    queryKey: scalesKey,
    queryFn: ({ signal }) => list('/scales', undefined, signal),
    enabled: hasScale,
    // Who is connected changes without this screen being told.
    staleTime: 0,
  })
  const scales = hasScale ? (data?.rows ?? []) : []
  const [chosen, setChosen] = useState(read)
  // Another scale than the one that was chosen is never taken by itself: somebody else may be weighing there.
  const scale =
    scales.find(({ id }) => id === chosen) ?? scales.find(({ is_online }) => is_online) ?? scales[0] ?? null
  const choose = (id: number) => {
    setChosen(id)
    keep(id)
  }
  return { scales, scale, isSettled: scale !== null && !isFetching, choose }
}

function read(): number | null {
  try {
    return Number(localStorage.getItem(place)) || null
  } catch {
    return null
  }
}

function keep(id: number) {
  try {
    localStorage.setItem(place, String(id))
  } catch {
    // If it cannot be stored, the next pad begins with the first scale.
  }
}

/** Lets a scale report while an id is given, and listens on the link that is there already. */
export function useReadings(id: number | null): ScaleReadings {
  const [heard, setHeard] = useState(nothing)
  const isLinked = useConnection((link) => link.online)
  useRoom(id === null ? null : 'scales')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is back is listened to and asked again
  useEffect(() => {
    if (id === null) return
    let silence: ReturnType<typeof setTimeout>
    const expect = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        setHeard((now) => ({ ...now, isSilent: true }))
        watch()
      }, silentMs)
    }
    const hear = ({ type, ids }: RoomEvent) => {
      if (type !== 'scale.reading' || ids.scale_id !== id) return
      expect()
      const last = ids as unknown as ScaleReading
      setHeard((now) => ({ last, before: now.last, isSilent: false }))
    }
    let link: ReturnType<typeof liveLink> = null
    const watch = () => {
      link?.off('event', hear)
      link = liveLink()
      link?.on('event', hear)
      // Where it fails nothing is heard, and the pad says so.
      write('POST', `/scales/${id}/watch`, uuid()).catch(() => undefined)
    }
    setHeard(nothing)
    expect()
    watch()
    const again = setInterval(watch, watchMs)
    return () => {
      clearTimeout(silence)
      clearInterval(again)
      link?.off('event', hear)
    }
  }, [id, isLinked])
  return heard
}

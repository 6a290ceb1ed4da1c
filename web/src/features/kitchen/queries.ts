import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { get, write } from '../../api/client'
import type { KitchenFeed } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { kitchenKeys } from '../../data/kitchen/keys'
import { useWrite } from '../../ui/useWrite'
import { afterAcknowledge, afterStep, type Item, type KitchenStep, secondsLeft } from './wall'

const feedKey = kitchenKeys.feed
const undoMs = 10_000

/** Reads all areas at once: changing the area then needs no network, and every area's count is known. */
export function useKitchen() {
  useRoom('kitchen')
  return useQuery({
    queryKey: feedKey,
    queryFn: ({ signal }) => get('/kitchen', undefined, signal),
    // Events report every change; this interval (ms) is for an event that gets lost.
    refetchInterval: 60_000,
  })
}

const refetch = () => void queryClient.invalidateQueries({ queryKey: kitchenKeys.all })
const show = (change: (feed: KitchenFeed) => KitchenFeed) => {
  void queryClient.cancelQueries({ queryKey: feedKey })
  queryClient.setQueryData<KitchenFeed>(feedKey, (feed) => (feed ? change(feed) : feed))
}

export interface KitchenUndo {
  step: KitchenStep
  seconds: number
}

/** Moves lines on and back; each step is shown at once and can be undone for ten seconds. */
export function useSteps() {
  const { t } = useTranslation()
  const [last, setLast] = useState<{ step: KitchenStep; until: number } | null>(null)
  const seconds = useSecondsLeft(last?.until ?? 0)
  const options = { failed: t('kitchen.notMoved'), onSuccess: refetch, onError: () => refetch() as undefined }
  const forward = useWrite(
    (step: KitchenStep, key) =>
      write('POST', '/kitchen/advance', key, { items: step.items, status: step.to }),
    options,
  )
  const back = useWrite(
    (body: { items: Item[]; status: KitchenStep['from'] }, key) => write('POST', '/kitchen/undo', key, body),
    options,
  )
  const takeBack = (items: Item[], status: KitchenStep['from']) => {
    setLast(null)
    show((feed) => afterStep(feed, items, status))
    back.mutate({ items, status })
  }
  return {
    undo: last && seconds > 0 ? { step: last.step, seconds } : null,
    advance: (step: KitchenStep | null) => {
      if (!step) return
      show((feed) => afterStep(feed, step.items, step.to))
      setLast({ step, until: Date.now() + undoMs })
      forward.mutate(step)
    },
    undoLast: () => {
      if (last) takeBack(last.step.items, last.step.from)
    },
    recall: (step: KitchenStep | null) => {
      if (step) takeBack(step.items, step.to)
    },
  }
}

/** Tells the server that the kitchen has seen that lines are cancelled, or moved to another table. */
export function useAcknowledge() {
  const { t } = useTranslation()
  const acknowledge = useWrite(
    (line_ids: number[], key) => write('POST', '/kitchen/acknowledge', key, { line_ids }),
    { failed: t('kitchen.notMoved'), onSuccess: refetch, onError: () => refetch() as undefined },
  )
  return (lineIds: number[]) => {
    show((feed) => afterAcknowledge(feed, lineIds))
    acknowledge.mutate(lineIds)
  }
}

/** Counts down once a second until a moment has come. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return secondsLeft(until, now)
}

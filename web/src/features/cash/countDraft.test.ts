import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Counts } from '../../data/cash/count'

beforeEach(() => localStorage.clear())

/** Draws the screen anew: only what the device kept is left of the one before. */
async function open(cycle: number, before = 0, user = 1) {
  vi.resetModules()
  const { useSession } = await import('../../session/session')
  useSession.setState({ status: 'in', session: { token: '', user: { id: user } as never } })
  const { useCountDraft, dropCount } = await import('./countDraft')
  const { result } = renderHook(() => useCountDraft(cycle, before))
  return {
    counts: () => result.current[0],
    keep: (part: Counts) => act(() => result.current[1](part)),
    drop: () => dropCount(user, cycle),
  }
}

it('goes on after a reload with what was counted', async () => {
  const draft = await open(5)
  draft.keep({ 'd:20.00': '4' })
  draft.keep({ 'm:Yape': '12.5' })
  expect((await open(5)).counts()).toEqual({ 'd:20.00': '4', 'm:Yape': '12.5' })
})

it('is of one cycle and of who counts it', async () => {
  ;(await open(5)).keep({ 'd:20.00': '4' })
  expect((await open(6)).counts()).toEqual({})
  expect((await open(5, 0, 2)).counts()).toEqual({})
})

it('begins anew once that count is finished, or the server has counted another', async () => {
  const draft = await open(5)
  draft.keep({ 'd:20.00': '4' })
  expect((await open(5, 1)).counts()).toEqual({})
  draft.drop()
  expect((await open(5)).counts()).toEqual({})
})

it('forgets after a shift, whatever the cycle', async () => {
  ;(await open(5)).keep({ 'd:20.00': '4' })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 13 * 3_600_000)
  expect((await open(5)).counts()).toEqual({})
  expect((await open(6)).counts()).toEqual({})
  expect(localStorage).toHaveLength(0)
  vi.restoreAllMocks()
})

it('reads nothing that is no count', async () => {
  localStorage.setItem('comanda.cash-count.1.5', '{')
  expect((await open(5)).counts()).toEqual({})
})

it('keeps what another tab counted of the same box, and shows it', async () => {
  const first = await open(5)
  const second = await open(5)
  second.keep({ 'd:200.00': '4' })
  first.keep({ 'd:100.00': '7' })
  const both = { 'd:100.00': '7', 'd:200.00': '4' }
  expect(first.counts()).toEqual(both)
  expect((await open(5)).counts()).toEqual(both)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'comanda.cash-count.1.5' })))
  expect(second.counts()).toEqual(both)
})

it('keeps the reason for a difference as well, until the box is counted again or closed', async () => {
  await open(5)
  const { useReasonDraft, dropCount } = await import('./countDraft')
  const read = (counts: number) => renderHook(() => useReasonDraft(5, counts)).result
  const reason = read(1)
  act(() => reason.current[1]({ reason: 'No lo sé' }))
  act(() => reason.current[1]({ text: 'Había un billete roto' }))
  expect(read(1).current[0]).toEqual({ reason: 'No lo sé', text: 'Había un billete roto' })
  expect(read(2).current[0]).toEqual({})
  dropCount(1, 5)
  expect(read(1).current[0]).toEqual({})
})

import { expect, it, vi } from 'vitest'
import { fetchParts, lazyPart, loadAhead } from './lazyPart'

const settled = () => new Promise((later) => setTimeout(later))

it('brings a screen and the parts that it declares, each of them once', async () => {
  const part = vi.fn(async () => () => null)
  const screen = vi.fn(async () => void lazyPart(part))
  loadAhead(screen)
  fetchParts()
  await settled()
  expect(part).toHaveBeenCalledOnce()
  fetchParts()
  await settled()
  expect([screen, part].map((each) => each.mock.calls.length)).toEqual([1, 1])
})

it('asks again for what could not be had', async () => {
  const screen = vi.fn().mockRejectedValueOnce(new Error('no line')).mockResolvedValue(undefined)
  loadAhead(screen)
  fetchParts()
  await settled()
  fetchParts()
  await settled()
  fetchParts()
  await settled()
  expect(screen).toHaveBeenCalledTimes(2)
})

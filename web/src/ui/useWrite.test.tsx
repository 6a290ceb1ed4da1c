import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../api/errors'
import { useWrite } from './useWrite'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

/** A write that fails as configured and remembers the keys it was given. */
function setUp(outcomes: (Error | null)[]) {
  const keys: string[] = []
  const run = async (_: { amount: string }, key: string) => {
    keys.push(key)
    const outcome = outcomes[keys.length - 1] ?? null
    if (outcome) throw outcome
    return 'done'
  }
  const hook = renderHook(() => useWrite(run, { onError: () => true }), { wrapper })
  const press = async (amount: string) => {
    await act(() => hook.result.current.mutateAsync({ amount }).catch(() => null))
  }
  return { keys, press, hook }
}

afterEach(() => {
  vi.useRealTimers()
})

const lost = new ApiError(0, 'unreachable', '')
const refused = new ApiError(422, 'invalid', '')

it('tries again by itself with the same key when the answer was lost', async () => {
  const { keys, press } = setUp([lost])
  await press('50.00')
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it('keeps the key when the person presses again and nobody knows what became of the first', async () => {
  const { keys, press } = setUp([lost, lost, lost])
  await press('50.00')
  await press('50.00')
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
})

it('writes once what is pressed twice before the first answer', async () => {
  const { keys, hook } = setUp([refused])
  await act(async () => {
    hook.result.current.mutate({ amount: '50.00' })
    hook.result.current.mutate({ amount: '50.00' })
    hook.result.current.mutate({ amount: '60.00' })
    await hook.result.current.mutateAsync({ amount: '50.00' }).catch(() => null)
  })
  expect(keys).toHaveLength(2)
})

it('tells files apart, which JSON does not', async () => {
  const written: string[] = []
  const run = async ({ file }: { file: File }) => written.push(file.name)
  const { result } = renderHook(() => useWrite(run), { wrapper })
  const files = ['boleta.pdf', 'guía.pdf'].map((name) => new File(['x'], name))
  await act(() => Promise.all(files.map((file) => result.current.mutateAsync({ file }))))
  expect(written).toEqual(['boleta.pdf', 'guía.pdf'])
})

/** A person who presses again now does not double tap. */
const later = () => vi.advanceTimersByTimeAsync(500)

it('writes once for a double tap, whatever the first one was answered in between', async () => {
  vi.useFakeTimers()
  for (const outcome of [refused, null]) {
    const { keys, press } = setUp([outcome])
    await press('50.00')
    await press('50.00')
    expect(keys).toHaveLength(1)
    await later()
    await press('50.00')
    expect(keys).toHaveLength(2)
  }
})

it('takes a new key for other content, after a refusal and after success', async () => {
  vi.useFakeTimers()
  const { keys, press } = setUp([refused])
  await press('50.00')
  await later()
  await press('50.00')
  await later()
  await press('50.00')
  await press('60.00')
  expect(new Set(keys).size).toBe(4)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showToast, useToasts } from './toasts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const shown = () => useToasts.getState().toast?.title

it('hides after three seconds', () => {
  showToast('success', 'Mesa 12 abierta')
  vi.advanceTimersByTime(2999)
  expect(shown()).toBe('Mesa 12 abierta')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})

it('a newer toast starts the time again', () => {
  showToast('success', 'Uno')
  vi.advanceTimersByTime(2000)
  showToast('danger', 'Dos')
  vi.advanceTimersByTime(2000)
  expect(shown()).toBe('Dos')
  vi.advanceTimersByTime(1000)
  expect(shown()).toBeUndefined()
})

it('closing at once cancels the timer', () => {
  showToast('warning', 'Uno')
  useToasts.getState().close()
  expect(shown()).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

it('a longer one stays as long as it is told to', () => {
  showToast('danger', 'Revisa los campos', 'Proveedor\nFecha', 8000)
  vi.advanceTimersByTime(7999)
  expect(shown()).toBe('Revisa los campos')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})

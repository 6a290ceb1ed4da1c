import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { KitchenArea } from '../../api/model'
import { useWallArea } from './useWallArea'

const area = (id: number): KitchenArea => ({
  id,
  name: `Área ${id}`,
  warn_minutes: 8,
  late_minutes: 15,
  status: 'ACTIVE',
})

beforeEach(() => localStorage.clear())

it('shows the area that this screen showed before', () => {
  const first = renderHook(() => useWallArea([area(1), area(2)]))
  expect(first.result.current[0]).toBeNull()
  act(() => first.result.current[1](2))
  expect(first.result.current[0]).toBe(2)
  expect(renderHook(() => useWallArea([area(1), area(2)])).result.current[0]).toBe(2)
})

it('shows everything when its area is there no more', () => {
  localStorage.setItem('comanda.kitchen-area', '9')
  expect(renderHook(() => useWallArea([area(1)])).result.current[0]).toBeNull()
  localStorage.setItem('comanda.kitchen-area', 'nonsense')
  expect(renderHook(() => useWallArea([area(1)])).result.current[0]).toBeNull()
})

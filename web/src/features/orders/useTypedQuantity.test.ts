import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useTypedQuantity } from './useTypedQuantity'

function panel(start = 1) {
  const { result } = renderHook(() => {
    const [qty, setQty] = useState(start)
    return { qty, setQty, ...useTypedQuantity(qty, setQty, 999) }
  })
  const type = (keys: string) => {
    for (const key of keys) act(() => result.current.type(key === '<' ? 'Backspace' : key))
    return result.current.qty
  }
  return { result, type }
}

it.each([
  ['3', 3],
  ['12', 12],
  ['12<', 1],
  ['12<<', 2],
  ['0', 2],
  ['7750885000123', 2],
])('the digits %s make %i of 2', (keys, qty) => expect(panel(2).type(keys)).toBe(qty))

it('a quantity that was stepped meanwhile begins anew', () => {
  const { result, type } = panel()
  type('4')
  act(() => result.current.setQty(5))
  expect(type('2')).toBe(2)
})

it('the Enter of a reader ends its code and adds nothing; the next one is somebody’s', () => {
  const { result, type } = panel()
  expect(type('7750885000123')).toBe(1)
  expect([result.current.endsCode(), result.current.endsCode()]).toEqual([true, false])
  type('3')
  expect(result.current.endsCode()).toBe(false)
})

import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Stepper } from './Stepper'
import { useToasts } from './toasts'
import { useTypedAmount } from './useTypedAmount'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))
afterEach(cleanup)

it.each([
  ['12', 12],
  ['999', 999],
  ['2.5', 3],
  ['-5', 3],
  ['0', 3],
  ['', 3],
])('a quantity written as %j leaves %i', (text, left) => {
  const onChange = vi.fn()
  render(<Stepper label="Cantidad" value={3} max={999} tooMuch="Hasta 999" onChange={onChange} />)
  const field = screen.getByRole('textbox')
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
  expect(onChange.mock.calls).toEqual(left === 3 ? [] : [[left]])
})

it.each(['1000', '99999'])('a quantity written as %j becomes the greatest one, and that is said', (text) => {
  const onChange = vi.fn()
  render(<Stepper label="Cantidad" value={1} max={999} tooMuch="Hasta 999" onChange={onChange} />)
  const field = screen.getByRole('textbox')
  fireEvent.change(field, { target: { value: text } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onChange.mock.calls).toEqual([[999]])
  expect(useToasts.getState().toast?.title).toBe('Hasta 999')
})

it.each([
  ['150', '150', '150', false],
  ['12,5', '12,5', '12.5', false],
  ['1,234', '1,234', '1234', false],
  ['1,234.56', '1,234.56', '1234.56', false],
  ['1,234,567.8', '1,234,567.8', '1234567.8', false],
  ['12,34.5', '12,34.5', '', true],
  ['1e9', '1e9', '', true],
  ['-50', '-50', '', true],
  ['99999999999', '99999999999', '', true],
  ['12.345', '12.345', '', true],
])('an amount typed as %j shows %j and counts as %j', (text, shown, counts, bad) => {
  const { result } = renderHook(() => {
    const [value, setValue] = useState('')
    return { value, ...useTypedAmount(value, setValue) }
  })
  for (let typed = 1; typed <= text.length; typed++) act(() => result.current.type(text.slice(0, typed)))
  expect([result.current.shown, result.current.value, result.current.bad]).toEqual([shown, counts, bad])
})

import { cleanup, render, screen } from '@testing-library/react'
import type { ChangeEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { typeIntoFocused } from './keypadFocus'

const typed = vi.fn()

function Fields() {
  const tell = (event: ChangeEvent<HTMLInputElement>) => typed(event.target.value)
  return (
    <>
      <input aria-label="amount" inputMode="decimal" defaultValue="2" onChange={tell} />
      <input aria-label="ruc" inputMode="numeric" maxLength={2} onChange={tell} />
      <input aria-label="mail" type="email" onChange={tell} />
    </>
  )
}

afterEach(cleanup)

it('writes where the ring is: an amount, a number, or nothing but the tender', () => {
  render(<Fields />)
  const at = (name: string, ...keys: string[]) => {
    screen.getByLabelText(name).focus()
    return keys.map(typeIntoFocused)
  }
  expect(at('amount', '5', '.', '5')).toEqual([true, true, true])
  expect(typed).toHaveBeenLastCalledWith('25.5')
  at('ruc', '0', '1', '2')
  expect(typed).toHaveBeenLastCalledWith('01')
  // A field that is no number loses the focus, and keeps its text.
  expect(at('mail', '7')).toEqual([false])
  expect(document.activeElement).toBe(document.body)
  expect(screen.getByLabelText<HTMLInputElement>('mail').value).toBe('')
})

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDialogKeys } from './useDialogKeys'

const press = vi.fn()
const go = vi.fn()

function Panel() {
  const keys = useDialogKeys(press, go)
  return (
    <section aria-label="panel" {...keys}>
      <input aria-label="why" />
      <input aria-label="switch" type="checkbox" />
      <button type="button">key</button>
      <dialog open aria-label="above">
        <button type="button">pin</button>
      </dialog>
    </section>
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  render(
    <dialog open>
      <Panel />
    </dialog>,
  )
})
afterEach(cleanup)

const type = (at: HTMLElement, ...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(at, { key })
}

it('writes what is typed as soon as the panel stands, and Enter goes', () => {
  const panel = screen.getByLabelText('panel')
  expect(document.activeElement).toBe(panel)
  type(panel, '1', '2', '.', '5', 'Backspace', 'Enter', 'a', 'F2')
  expect(press.mock.calls.flat()).toEqual(['1', '2', '.', '5', 'Backspace'])
  expect(go).toHaveBeenCalledOnce()
})

it('goes on writing after a key or a switch was tapped', () => {
  type(screen.getByText('key'), '7', 'Enter')
  type(screen.getByLabelText('switch'), '8', 'Enter')
  expect(press.mock.calls.flat()).toEqual(['7', '8'])
  // Enter on a button is the button's own.
  expect(go).toHaveBeenCalledOnce()
})

it('leaves to a field and to a dialog above what is typed there', () => {
  type(screen.getByLabelText('why'), '1', 'Enter')
  type(screen.getByText('pin'), '1', '2', 'Enter')
  expect(press).not.toHaveBeenCalled()
  expect(go).not.toHaveBeenCalled()
})

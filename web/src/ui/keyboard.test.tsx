import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import './keyboard'
import { ServerForm } from './form/ServerForm'
import { useLayer } from './layers'

// The focus is restored a moment later: after the last test there is no page left.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(cleanup)

const press = (target: Element, key: string, more = {}) => fireEvent.keyDown(target, { key, ...more })

it('ticks a box by Enter, once however long it is held', () => {
  render(<input type="checkbox" aria-label="Por consumo" />)
  const box = screen.getByLabelText<HTMLInputElement>('Por consumo')
  press(box, 'Enter')
  press(box, 'Enter', { repeat: true })
  expect(box.checked).toBe(true)
  press(box, 'Enter')
  expect(box.checked).toBe(false)
})

function Front({ onClose }: { onClose: () => void }) {
  useLayer(onClose)
  return null
}

it.each([
  ['Enter', [], false],
  ['Enter', ['1'], true],
  ['Escape', [], true],
])('what %s has closed, and keys %j after it: a next Enter counts: %s', (key, between, counts) => {
  const heard = vi.fn()
  window.addEventListener('keydown', heard)
  const { rerender } = render(<Front onClose={() => undefined} />)
  press(document.body, key)
  rerender(<main />)
  for (const each of between) press(document.body, each)
  heard.mockClear()
  press(document.body, 'Enter')
  expect(heard).toHaveBeenCalledTimes(counts ? 1 : 0)
  window.removeEventListener('keydown', heard)
})

it('sends no form with a figure that cannot be read, and goes to that', () => {
  const send = vi.fn()
  render(
    <ServerForm onSubmit={send}>
      <input aria-label="Nota" />
      <input aria-label="Monto" data-unreadable />
      <button type="submit">Abrir</button>
    </ServerForm>,
  )
  fireEvent.click(screen.getByText('Abrir'))
  expect(send).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByLabelText('Monto'))
})

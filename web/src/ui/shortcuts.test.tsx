import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { BackGuard } from './back'
import { useShortcuts } from './shortcuts'

const order: string[] = []
afterEach(cleanup)

function Screen({ keys }: { keys: Parameters<typeof useShortcuts>[0] }) {
  useShortcuts(keys)
  return <input aria-label="Nota" onBlur={() => order.push('kept')} />
}

it('acts once on a key that is held, and leaves what Shift and Control make of it to the browser', () => {
  const collect = vi.fn()
  render(<Screen keys={{ F10: collect, Enter: collect }} />)
  fireEvent.keyDown(document.body, { key: 'F10' })
  for (const key of ['F10', 'Enter']) fireEvent.keyDown(document.body, { key, repeat: true })
  for (const modifier of ['shiftKey', 'ctrlKey', 'altKey', 'metaKey'])
    fireEvent.keyDown(document.body, { key: 'F10', [modifier]: true })
  expect(collect).toHaveBeenCalledTimes(1)
})

function Controls({ go }: { go: () => void }) {
  useShortcuts({ Enter: go })
  return (
    <main>
      <button type="button">Cobrar</button>
      <a href="/pos">Mesas</a>
      <button type="button" aria-pressed>
        Cumpleaños
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: as the keys of the till */}
      <button type="button" role="radio" aria-checked={false}>
        Visa
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: as the keys of the till */}
      <button type="button" role="radio" aria-checked>
        Efectivo
      </button>
      <button type="button" aria-current>
        20 soles
      </button>
      <input type="checkbox" aria-label="Por consumo" />
      <input aria-label="Monto" />
      <textarea aria-label="Detalle" />
    </main>
  )
}

it.each([
  ['Cobrar', 'itself'],
  ['Mesas', 'itself'],
  ['Cumpleaños', 'itself'],
  ['Visa', 'itself'],
  ['Efectivo', 'the work'],
  ['20 soles', 'the work'],
  ['Por consumo', 'itself'],
  ['Monto', 'the work'],
  ['Detalle', 'itself'],
  ['', 'the work'],
])('means by Enter with the ring on %j: %s', (name, what) => {
  const go = vi.fn()
  render(<Controls go={go} />)
  const target = name ? (screen.queryByText(name) ?? screen.getByLabelText(name)) : document.body
  fireEvent.keyDown(target, { key: 'Enter' })
  expect(go).toHaveBeenCalledTimes(what === 'itself' ? 0 : 1)
})

it('goes on by Enter after a chip was tapped, until a key leads to it', () => {
  const go = vi.fn()
  render(<Controls go={go} />)
  const chip = screen.getByText('Cumpleaños')
  fireEvent.pointerDown(chip)
  fireEvent.keyDown(chip, { key: 'Enter' })
  expect(go).toHaveBeenCalledOnce()
  fireEvent.keyDown(chip, { key: ' ' })
  fireEvent.keyDown(chip, { key: 'Enter' })
  expect(go).toHaveBeenCalledOnce()
})

it('has a field keep what is typed in it before a function key goes on', () => {
  render(<Screen keys={{ F2: () => order.push('sent') }} />)
  screen.getByRole('textbox', { name: 'Nota' }).focus()
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Nota' }), { key: 'F2' })
  expect(order).toEqual(['kept', 'sent'])
})

it('hears no key for a screen that is being left, of which the address is gone already', () => {
  const leave = vi.fn()
  const here = window.location.href
  const router = createBrowserRouter([
    {
      path: '*',
      element: (
        <>
          <BackGuard />
          <Screen keys={{ Escape: leave }} />
        </>
      ),
    },
  ])
  render(<RouterProvider router={router} />)
  window.history.pushState(null, '', '/order/7')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(leave).not.toHaveBeenCalled()
  window.history.replaceState(null, '', here)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(leave).toHaveBeenCalledTimes(1)
})

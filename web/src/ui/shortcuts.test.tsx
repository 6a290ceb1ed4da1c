import { fireEvent, render, screen } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { BackGuard } from './back'
import { useShortcuts } from './shortcuts'

const order: string[] = []

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

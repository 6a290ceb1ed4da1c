import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { use } from 'react'
import { createBrowserRouter, Link, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { BackGuard } from '../ui/back'
import { RouteTransition } from './RouteTransition'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('goes once where a screen that takes a while to be made is tapped for twice', async () => {
  window.history.replaceState(null, '', '/map')
  let made: (what: string) => void = () => undefined
  const making = new Promise<string>((done) => {
    made = done
  })
  const Order = () => <p>{use(making)}</p>
  const router = createBrowserRouter([
    {
      element: (
        <>
          <BackGuard />
          <RouteTransition />
        </>
      ),
      children: [
        { path: '/map', element: <Link to="/order/1">table</Link> },
        { path: '/order/1', Component: Order },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  const push = vi.spyOn(window.history, 'pushState')
  const table = screen.getByText('table')
  for (const _ of '12') await act(async () => void fireEvent.click(table))
  expect(window.location.pathname).toBe('/order/1')
  expect(push).toHaveBeenCalledOnce()
  await act(async () => made('order'))
  expect(screen.getByText('order')).toBeDefined()
})

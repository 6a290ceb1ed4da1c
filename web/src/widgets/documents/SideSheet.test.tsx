import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { BackGuard } from '../../ui/back'
import { SideSheet } from './SideSheet'

function Page() {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <MantineProvider>
      <BackGuard />
      <button type="button" onClick={() => setOpened(1)}>
        Open
      </button>
      {opened === null ? null : (
        <SideSheet
          id={opened}
          ids={[1, 2]}
          title="B001-12"
          text="Boleta"
          onOpen={setOpened}
          onClose={() => setOpened(null)}
        >
          <p>Lomo saltado</p>
        </SideSheet>
      )}
    </MantineProvider>
  )
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['beside the list', false],
  ['over the list', true],
])('going back closes a sheet %s, and stays on the page', async (_, isNarrow) => {
  const media = (query: string) => ({
    matches: isNarrow,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('matchMedia', media)
  const router = createMemoryRouter(
    [
      { path: '/before', element: <p>Elsewhere</p> },
      { path: '/page', Component: Page },
    ],
    { initialEntries: ['/before', '/page'], initialIndex: 1 },
  )
  render(<RouterProvider router={router} />)
  await act(async () => fireEvent.click(screen.getByText('Open')))
  expect(document.querySelector('dialog') !== null).toBe(isNarrow)
  await act(() => router.navigate(-1))
  expect(screen.queryByText('Lomo saltado')).toBeNull()
  expect(router.state.location.pathname).toBe('/page')
})

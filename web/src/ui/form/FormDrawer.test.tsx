import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router'
import { expect, test } from 'vitest'
import { queryClient } from '../../api/query'
import { BackGuard } from '../back'
import { InAddress } from '../inAddress'
import { FormDrawer } from './FormDrawer'
import { TextField } from './fields'

function Form({ title, onClose }: { title: string; onClose: () => void }) {
  const [more, setMore] = useState(false)
  return (
    <FormDrawer
      title={title}
      entity={{ name: title }}
      isNew
      start={{ name: '' }}
      save={() => Promise.resolve()}
      onClose={onClose}
    >
      <TextField name="name" label={`Name of ${title}`} />
      <button type="button" onClick={() => setMore(true)}>
        Open inside {title}
      </button>
      {more ? createPortal(<Form title="inner" onClose={() => setMore(false)} />, document.body) : null}
    </FormDrawer>
  )
}

function Page() {
  const [open, setOpen] = useState(false)
  const [params, setParams] = useSearchParams()
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <BackGuard />
        <button type="button" onClick={() => setOpen(true)}>
          Open by state
        </button>
        <button type="button" onClick={() => setParams({ open: '1' })}>
          Open by address
        </button>
        {open ? <Form title="state" onClose={() => setOpen(false)} /> : null}
        <InAddress value={true}>
          {params.has('open') ? (
            <Form title="address" onClose={() => setParams({}, { replace: true })} />
          ) : null}
        </InAddress>
      </MantineProvider>
    </QueryClientProvider>
  )
}

function start() {
  const router = createMemoryRouter(
    [
      { path: '/before', element: <p>Elsewhere</p> },
      { path: '/page', Component: Page },
    ],
    { initialEntries: ['/before', '/page'], initialIndex: 1 },
  )
  render(<RouterProvider router={router} />)
  return {
    back: () => act(() => router.navigate(-1)),
    at: () => router.state.location.pathname + router.state.location.search,
  }
}

const press = (text: string) => act(async () => fireEvent.click(screen.getByText(text)))
const type = (title: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(`Name of ${title}`), { target: { value: 'Rosa' } }))
const isOpen = (title: string) => screen.queryByLabelText(title) !== null

test('going back closes a form that the address does not open, and stays on the page', async () => {
  const { back, at } = start()
  await press('Open by state')
  await back()
  expect([isOpen('state'), at()]).toEqual([false, '/page'])
  await back()
  expect(at()).toBe('/before')
})

test('going back asks before what was typed in it is lost, and then closes it alone', async () => {
  const { back, at } = start()
  await press('Open by state')
  await type('state')
  await back()
  await press('Seguir editando')
  expect(isOpen('state')).toBe(true)
  await back()
  await press('Salir sin guardar')
  expect([isOpen('state'), at()]).toEqual([false, '/page'])
})

test('going back leaves the address that opened a form, in one step', async () => {
  const { back, at } = start()
  await press('Open by address')
  expect([isOpen('address'), at()]).toEqual([true, '/page?open=1'])
  await back()
  expect([isOpen('address'), at()]).toEqual([false, '/page'])
  await back()
  expect(at()).toBe('/before')
})

test('going back closes a form inside of one that the address opened alone', async () => {
  const { back, at } = start()
  await press('Open by address')
  await press('Open inside address')
  await type('inner')
  await back()
  await press('Salir sin guardar')
  expect([isOpen('inner'), isOpen('address'), at()]).toEqual([false, true, '/page?open=1'])
})

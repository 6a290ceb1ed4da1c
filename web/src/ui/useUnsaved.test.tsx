import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { queryClient } from '../api/query'
import { BackGuard } from './back'
import { Cross } from './Cross'
import { FormCard } from './form/FormCard'
import { TextField } from './form/fields'
import { TypedDialog } from './TypedDialog'

function Frame() {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <BackGuard />
        <Link to="/away">Away</Link>
        <Link to="?tab=2">Tab</Link>
        <Link to="?open=2">Drawer</Link>
        <Outlet />
      </MantineProvider>
    </QueryClientProvider>
  )
}

function Card() {
  return (
    <FormCard
      title="Card"
      entity={{ name: 'Card' }}
      start={{ name: 'before' }}
      save={() => Promise.resolve()}
    >
      <TextField name="name" label="Name" />
    </FormCard>
  )
}

function Opened() {
  const [open, setOpen] = useState(true)
  const [name, setName] = useState('')
  if (!open) return <p>Closed</p>
  return (
    <TypedDialog label="Opened" holds={name} onClose={() => setOpen(false)}>
      <Cross onClose={() => setOpen(false)} />
      <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
    </TypedDialog>
  )
}

function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { path: '/card', Component: Card },
          { path: '/dialog', Component: Opened },
          { path: '/away', element: <p>Elsewhere</p> },
        ],
      },
    ],
    { initialEntries: ['/away', path], initialIndex: 1 },
  )
  render(<RouterProvider router={router} />)
  return router
}

const type = (text: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value: text } })
const asked = () => screen.queryByText('Hay cambios sin guardar') !== null
const answer = (text: string) => act(async () => fireEvent.click(screen.getByText(text)))
const follow = (text: string) => act(async () => fireEvent.click(screen.getByText(text)))
const reloadAsks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a card of settings asks before a link, back and a reload, and keeps what was typed', async () => {
  const router = open('/card')
  type('after')
  expect(reloadAsks()).toBe(true)
  await follow('Away')
  expect(asked()).toBe(true)
  await answer('Seguir editando')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('after')
  await act(() => router.navigate(-1))
  expect(asked()).toBe(true)
  await answer('Salir sin guardar')
  expect(screen.queryByText('Elsewhere')).not.toBeNull()
  expect(reloadAsks()).toBe(false)
})

test('another tab of the page asks, because the card goes with it', async () => {
  const router = open('/card')
  type('after')
  await follow('Tab')
  expect(asked()).toBe(true)
  await answer('Seguir editando')
  expect(router.state.location.search).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('after')
})

test('what leaves the card standing does not ask', async () => {
  open('/card')
  type('after')
  await follow('Drawer')
  expect(asked()).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('after')
})

test('nothing asks where nothing was changed, or what was changed is as before', async () => {
  open('/card')
  type('after')
  type('before')
  expect(reloadAsks()).toBe(false)
  await follow('Away')
  expect(asked()).toBe(false)
  expect(screen.queryByText('Elsewhere')).not.toBeNull()
})

test.each([
  ['the cross', () => fireEvent.click(screen.getByLabelText('Cerrar'))],
  ['Esc', () => fireEvent(screen.getByLabelText('Opened'), new Event('cancel', { cancelable: true }))],
  ['a tap beside it', () => fireEvent.click(screen.getByLabelText('Opened'))],
])('a dialog asks before %s loses what was typed', async (_, leave) => {
  open('/dialog')
  type('Rosa')
  await act(async () => leave())
  expect(asked()).toBe(true)
  await answer('Seguir editando')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Rosa')
  await act(async () => leave())
  await answer('Salir sin guardar')
  expect(screen.queryByText('Closed')).not.toBeNull()
})

test('going back asks before it closes a dialog in which something was typed', async () => {
  const router = open('/dialog')
  type('Rosa')
  await act(() => router.navigate(-1))
  expect(asked()).toBe(true)
  await answer('Salir sin guardar')
  expect(screen.queryByText('Closed')).not.toBeNull()
  expect(router.state.location.pathname).toBe('/dialog')
})

test('a dialog in which nothing was typed closes at once', async () => {
  open('/dialog')
  await act(async () => fireEvent.click(screen.getByLabelText('Cerrar')))
  expect(screen.queryByText('Closed')).not.toBeNull()
})

/** These dialogs only look something up, or ask for one choice or word: closing them loses nothing. */
const looksUp = [
  'ApproveDialog',
  'Batches',
  'CodeDialog',
  'DeleteDialog',
  'FailedVoidDialog',
  'FindDialog',
  'ReconcileDialog',
]

test('every dialog with a form says what it holds', () => {
  const features = resolve(import.meta.dirname, '../features')
  const silent = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !looksUp.some((name) => file.endsWith(`/${name}.tsx`)))
    .filter((file) => {
      const text = readFileSync(join(features, file), 'utf8')
      const forms = [...text.matchAll(/<DialogForm\b[\s\S]*?\n?\s*>\n/g)].map(([tag]) => tag)
      const isSilent = forms.some((tag) => /onSubmit=/.test(tag) && !/holds=/.test(tag))
      return isSilent || (/<Dialog\b/.test(text) && /<ServerForm\b/.test(text))
    })
  expect(silent).toEqual([])
})

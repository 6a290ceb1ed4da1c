import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query'
import { clientKeys } from '../../data/clients/keys'
import { chooseByArrows } from '../../ui/radioKeys'
import { RucField } from './RucField'

const [first, second] = ['20131312955', '20100070970']
const onFound = vi.fn()
const onUnknown = vi.fn()
/** These requests have no answer yet. */
let waiting: { term: string; answer: () => void }[] = []

function Documents() {
  const [document, setDocument] = useState('Boleta')
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <div role="radiogroup" aria-label="Documento">
          {['Boleta', 'Factura', 'Nota'].map((each) => (
            // biome-ignore lint/a11y/useSemanticElements: as the keys of the till
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={each === document}
              onClick={() => setDocument(each)}
            >
              {each}
            </button>
          ))}
        </div>
        {document === 'Factura' ? <RucField onFound={onFound} onUnknown={onUnknown} /> : null}
      </MantineProvider>
    </QueryClientProvider>
  )
}

beforeEach(() => {
  waiting = []
  queryClient.clear()
  vi.clearAllMocks()
  vi.stubGlobal('fetch', (address: string) => {
    const term = new URL(address, 'http://here').searchParams.get('term') ?? ''
    return new Promise((resolve) => {
      const rows = [{ id: Number(term.slice(-3)), document_type: 'RUC', document_number: term }]
      waiting.push({ term, answer: () => resolve(Response.json({ success: true, rows })) })
    })
  })
  document.addEventListener('keydown', chooseByArrows)
  render(<Documents />)
})
afterEach(() => {
  document.removeEventListener('keydown', chooseByArrows)
  vi.unstubAllGlobals()
})

const key = (name: string) => screen.getByRole('radio', { name })
const field = () => screen.getByLabelText('RUC del cliente')
const tap = (name: string) => {
  fireEvent.pointerDown(key(name))
  fireEvent.click(key(name))
}
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const answer = (term: string) =>
  act(async () => {
    for (const each of waiting) if (each.term === term) each.answer()
    await vi.waitFor(() => expect(queryClient.getQueryData(clientKeys.search(term))).toBeTruthy())
  })

it('has the ring when factura is tapped, and leaves it to arrows that pass by', () => {
  tap('Factura')
  expect(document.activeElement).toBe(field())
  tap('Boleta')
  key('Boleta').focus()
  fireEvent.keyDown(key('Boleta'), { key: 'ArrowDown' })
  expect(field()).toBeTruthy()
  expect(document.activeElement).toBe(key('Factura'))
  fireEvent.keyDown(key('Factura'), { key: 'ArrowDown' })
  expect(key('Nota').getAttribute('aria-checked')).toBe('true')
})

it('keeps the arrows that move the caret', () => {
  tap('Factura')
  expect(fireEvent.keyDown(field(), { key: 'ArrowLeft' })).toBe(true)
  expect(document.activeElement).toBe(field())
})

it('takes the client of the number that stands there, however late another answers', async () => {
  tap('Factura')
  type(first)
  type(second)
  await answer(second)
  expect(onFound.mock.calls.map(([client]) => client.document_number)).toEqual([second])
  await answer(first)
  type(first.slice(0, 10))
  expect(onFound).toHaveBeenCalledTimes(1)
})

it('takes nobody once the field is gone', async () => {
  tap('Factura')
  type(first)
  tap('Boleta')
  await answer(first)
  expect([onFound.mock.calls.length, onUnknown.mock.calls.length]).toEqual([0, 0])
})

import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { buyables } from '../items'
import { ItemSearch } from './ItemSearch'

function shown() {
  const said = { onPick: vi.fn(), onCreate: vi.fn(), onUnknown: vi.fn() }
  render(
    <MantineProvider>
      <ItemSearch items={buyables([], [], [])} {...said} onDone={vi.fn()} onUp={vi.fn()} onFocus={vi.fn()} />
    </MantineProvider>,
  )
  return { ...said, field: screen.getByRole('textbox') }
}

it('offers to make what nothing is called yet, by Enter as well', async () => {
  const { field, onCreate, onUnknown } = shown()
  fireEvent.change(field, { target: { value: 'Rocoto fresco' } })
  await screen.findByText('Crear el insumo «Rocoto fresco»')
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
  expect(onCreate).toHaveBeenCalledWith('Rocoto fresco')
  expect(onUnknown).not.toHaveBeenCalled()
})

it('takes what a scanner read for no name', () => {
  const { field, onCreate, onUnknown } = shown()
  fireEvent.change(field, { target: { value: '7751271002341' } })
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
  expect(onCreate).not.toHaveBeenCalled()
  expect(onUnknown).toHaveBeenCalled()
})

import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Buyable } from '../items'
import { ItemChoice } from './ItemChoice'

const item = (item_id: number, name: string): Buyable => ({
  item_type: 'SUPPLY',
  item_id,
  name,
  key: name.toLowerCase(),
  own_id: 1,
  unit: 'kg',
  codes: [],
})
const items = [item(1, 'Aceite de oliva'), item(2, 'Aceite vegetal'), item(3, 'Arroz')]

function shown() {
  const said = { onPick: vi.fn(), onCreate: vi.fn(), onFreight: vi.fn() }
  render(
    <MantineProvider env="test">
      <ItemChoice label="Ítem" items={items} {...said} />
    </MantineProvider>,
  )
  return { field: screen.getByLabelText('Ítem'), ...said }
}
const press = (field: HTMLElement, code: string) => fireEvent.keyDown(field, { key: code, code })

it('takes the first that is found by Enter, and another one by the arrows', () => {
  const { field, onPick } = shown()
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'aceite' } })
  press(field, 'Enter')
  expect(onPick.mock.calls).toEqual([[items[0]]])
  fireEvent.change(field, { target: { value: 'aceite ' } })
  press(field, 'ArrowDown')
  press(field, 'Enter')
  expect(onPick.mock.lastCall).toEqual([items[1]])
})

it('takes nothing where nothing is called so', () => {
  const { field, onPick, onCreate, onFreight } = shown()
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'zapallo' } })
  press(field, 'Enter')
  for (const said of [onPick, onCreate, onFreight]) expect(said).not.toHaveBeenCalled()
})

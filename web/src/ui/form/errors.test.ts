import { expect, test } from 'vitest'
import { changedOf, placeErrors } from './errors'

const fields = ['name', 'sale_amount', 'supply_items', 'lines.0.qty', 'lines.1.qty']

test.each([
  ['at its own field', { name: 'Ya existe.' }, { at: { name: 'Ya existe.' }, rest: [] }],
  ['at one of a row', { 'lines.1.qty': 'Mal.' }, { at: { 'lines.1.qty': 'Mal.' }, rest: [] }],
  ['however the row is written', { 'lines[0].qty': 'Mal.' }, { at: { 'lines.0.qty': 'Mal.' }, rest: [] }],
  [
    'at what holds it, the first one',
    { 'supply_items.0.qty': 'Uno.', 'supply_items.2.id': 'Dos.' },
    { at: { supply_items: 'Uno.' }, rest: [] },
  ],
  ['aside when no field is asked for it', { version: 'Cambió.' }, { at: {}, rest: ['Cambió.'] }],
  ['both', { name: 'Falta.', pin: 'Falta.' }, { at: { name: 'Falta.' }, rest: ['Falta.'] }],
  ['nothing', {}, { at: {}, rest: [] }],
])('an error is shown %s', (_, errors, placed) => expect(placeErrors(errors, fields)).toEqual(placed))

test('only what was changed is sent', () => {
  const start = { name: 'Bar', printer_id: 3 as number | null, areas: [1, 2], photo: null as Blob | null }
  expect(changedOf(start, { ...start })).toEqual({})
  expect(changedOf(start, { ...start, areas: [1, 2] })).toEqual({})
  expect(changedOf(start, { ...start, printer_id: null, areas: [2, 1] })).toEqual({
    printer_id: null,
    areas: [2, 1],
  })
  const photo = new Blob(['x'])
  expect(changedOf(start, { ...start, photo })).toEqual({ photo })
})

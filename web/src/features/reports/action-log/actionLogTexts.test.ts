import { describe, expect, it } from 'vitest'
import { changesOf, deviceOf } from './actionLogTexts'

describe('what an action changed', () => {
  it('stands side by side', () => {
    expect(changesOf({ table: 'Mesa 5 - Terraza' }, { table: 'Mesa 12 - Salón' })).toEqual([
      { name: 'Mesa', before: 'Mesa 5 - Terraza', after: 'Mesa 12 - Salón' },
    ])
  })
  it('names dishes, amounts and yes or no', () => {
    const before = [{ id: 7, name: 'Lomo saltado', quantity: '2.000000', status: 'PENDING' }]
    expect(changesOf(before, { made: false, total: '1234.5' })).toEqual([
      { name: 'Qué', before: '2 Lomo saltado', after: null },
      { name: 'Ya preparado', before: null, after: 'No' },
      { name: 'Total', before: null, after: 'S/\u00a01,234.50' },
    ])
  })
  it('tells of things without a name part by part', () => {
    const tables = [
      { table: 'Mesa 5', persons: 2, total: '10.00' },
      { table: 'Mesa 6', persons: 3, total: '0.00' },
    ]
    expect(changesOf(tables, null)[0]?.before).toBe(
      'mesa Mesa 5, personas 2, total S/\u00a010.00, mesa Mesa 6, personas 3, total S/\u00a00.00',
    )
  })
  it('leaves out what nobody wrote, and shows what it does not know', () => {
    expect(changesOf(null, undefined)).toEqual([])
    expect(changesOf({ some_thing: '3', other: null }, {})).toEqual([
      { name: 'some thing', before: '3', after: null },
    ])
  })
})

it('a device is told by browser and system', () => {
  const agent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile'
  expect(deviceOf(agent)).toBe('Chrome · Android')
  expect(deviceOf('Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0')).toBe(
    'Edge · Windows',
  )
  expect(deviceOf('curl/8')).toBe('curl/8')
})

import { expect, it } from 'vitest'
import { typedDay, wrongWith } from './typed'

it.each([
  ['15/08/2026', '2026-08-15'],
  ['15/8/26', '2026-08-15'],
  ['15-08-2026', '2026-08-15'],
  ['15082026', '2026-08-15'],
  ['150826', '2026-08-15'],
  ['1508', '2026-08-15'],
  [' 15/8 ', '2026-08-15'],
  ['2026-08-15', '2026-08-15'],
  ['29/02/2028', '2028-02-29'],
  ['30/02/2026', null],
  ['15/13/2026', null],
  ['15/8/202', null],
  ['mañana', null],
])('%s is %s', (text, day) => expect(typedDay(text, '2026-11-22')).toBe(day))

it('says why a day is not taken', () => {
  const of = (text: string) => wrongWith(text, '2026-11-22', '2026-11-01', '2026-11-30')
  expect(['', '31/10/2026', '01/11/2026', '01/12/2026', '31/11/2026'].map(of)).toEqual([
    null,
    'tooEarly',
    null,
    'tooLate',
    'notADay',
  ])
})

it('calls today by its name', () => {
  const today = '2026-11-22'
  expect(wrongWith('23/11/2026', today, undefined, today)).toBe('afterToday')
  expect(wrongWith('21/11/2026', today, today)).toBe('beforeToday')
})

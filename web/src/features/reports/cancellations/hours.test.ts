import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { hourBars } from './hours'

const t = ((_: string, { hour }: { hour: number }) => `${hour} h`) as unknown as TFunction

it('hours between the first and the last have a bar also where nothing was done, over midnight too', () => {
  const groups = [
    { key: '22', name: '22 h', count: 3 },
    { key: '01', name: '1 h', count: 1 },
  ]
  expect(hourBars(groups, t).map(({ name, now }) => [name, now])).toEqual([
    ['22', 3],
    ['23', 0],
    ['0', 0],
    ['1', 1],
  ])
  expect(hourBars([], t)).toEqual([])
})

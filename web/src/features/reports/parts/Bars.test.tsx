import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Bars } from './Bars'
import { type Bar, scaleOf } from './bars'

const hours = (amounts: number[]): Bar[] =>
  amounts.map((now, at) => ({
    key: String(at),
    name: `${at} h`,
    fullName: `${at}:00`,
    now,
    before: 50_000,
    change: null,
  }))

function figuresOf(bars: Bar[]) {
  const { container } = render(<Bars label="Hours" bars={bars} scale={scaleOf(bars, true)} low />)
  const names = new Set(bars.map((bar) => bar.name))
  return [...container.querySelectorAll('span')]
    .map((each) => each.textContent)
    .filter((text) => text && !names.has(text))
}

test('a day on which nothing was sold yet writes no figures over each other', () => {
  expect(figuresOf(hours(Array(16).fill(0)))).toEqual([])
  expect(figuresOf(hours([...Array(15).fill(0), 33_600]))).toEqual(['336'])
})

import { expect, it } from 'vitest'
import { isStuck } from './printing'

const at = '2026-11-21T13:00:00-05:00'
const later = (seconds: number) => new Date(at).getTime() + seconds * 1000
const job = (state: string, document = 'COMMAND') => ({ state, document, created_at: at }) as never

it.each([
  ['HELD', 1, true],
  ['UNCERTAIN', 1, true],
  ['EXPIRED', 1, true],
  ['PENDING', 30, false],
  ['PENDING', 61, true],
  ['SPOOLED', 61, true],
  ['PRINTING', 61, false],
  ['DONE', 61, false],
  ['CANCELLED', 61, false],
])('a paper that is %s after %i s is stuck: %s', (state, seconds, stuck) =>
  expect(isStuck(job(state), later(seconds))).toBe(stuck),
)

it('an open drawer is no paper', () => expect(isStuck(job('EXPIRED', 'DRAWER'), later(61))).toBe(false))

import { expect, it } from 'vitest'
import { hasWrongId } from './guards'

it.each([
  [{ requestId: '12' }, false],
  [{ requestId: 'abc' }, true],
  [{ cycleId: '12x' }, true],
  [{ cycleId: '-1' }, true],
  [{ countId: '0' }, true],
  [{ token: 'a1B2' }, false],
  [{}, false],
])('%j', (params, isWrong) => expect(hasWrongId(params)).toBe(isWrong))

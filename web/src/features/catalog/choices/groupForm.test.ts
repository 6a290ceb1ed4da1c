import { expect, it } from 'vitest'
import { groupFormValues, isPossible } from './groupForm'

it.each([
  ['1', '1', '0', true],
  ['', '3', '3', true],
  ['3', '2', '0', false],
  ['0', '0', '0', false],
  ['1', '2', '3', false],
])('at least %s, at most %s and %s included are a rule: %s', (minimum, maximum, free, possible) =>
  expect(isPossible({ ...groupFormValues(null), minimum, maximum, free })).toBe(possible),
)

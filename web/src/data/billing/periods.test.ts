import { expect, it } from 'vitest'
import { spanOf } from './periods'

it.each([
  ['day', '2026-11-22', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['month', '2026-11-22', '2026-11-01', null],
  ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['all', '2026-11-22', null, null],
] as const)('%s of %s', (period, today, from, to) => expect(spanOf(period, today)).toEqual({ from, to }))

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { eventKinds, staleAfter } from './staleAfter'

it.each([
  ['request.changed', { client_request_id: 12 }, [['request', 12], ['floor'], ['dashboard', 'now']]],
  ['floor.changed', {}, [['floor'], ['dashboard', 'now']]],
  ['kitchen.changed', {}, [['kitchen'], ['dashboard', 'now']]],
  ['cycle.changed', { cycle_id: 1 }, [['cash'], ['dashboard', 'now']]],
  ['documents.changed', { billing_id: 1 }, [['cash', 'documents']]],
  ['job.changed', { job_id: 3 }, [['printing']]],
  [
    'printer.changed',
    { printer_id: 3 },
    [['printing'], ['printed-areas'], ['print-alarms'], ['printer-notices'], ['dashboard', 'now']],
  ],
  ['alarm.changed', {}, [['print-alarms'], ['dashboard', 'now']]],
  ['something.new', {}, []],
])('%s makes its queries stale', (type, ids, expected) => expect(staleAfter({ type, ids })).toEqual(expected))

/* Returns the kinds of events that the server's code names, outside its tests. */
const kindsNamedIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs'))
    .flatMap(
      (name) =>
        readFileSync(`${folder}/${name}`, 'utf8').match(/(?<=")[a-z_]+\.(changed|ended|reading)(?=")/g) ?? [],
    )

it('knows every kind that the server says and that makes something stale, and no other', () =>
  expect([...new Set(['../server/src', '../server/crates'].flatMap(kindsNamedIn))].sort()).toEqual(
    [...eventKinds, 'scale.reading', 'session.ended'].sort(),
  ))

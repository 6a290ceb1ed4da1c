import { expect, it } from 'vitest'
import { staleAfter } from './realtime'

it.each([
  ['request.changed', { client_request_id: 12 }, [['request', 12], ['floor']]],
  ['floor.changed', {}, [['floor']]],
  ['kitchen.changed', {}, [['kitchen']]],
  ['cycle.changed', { cycle_id: 1 }, [['cash']]],
  ['job.changed', { job_id: 3 }, [['printing']]],
  [
    'printer.changed',
    { printer_id: 3 },
    [['printing'], ['printed-areas'], ['print-alarms'], ['printer-notices']],
  ],
  ['alarm.changed', {}, [['print-alarms']]],
  ['something.new', {}, []],
])('%s makes its queries stale', (type, ids, expected) => expect(staleAfter({ type, ids })).toEqual(expected))

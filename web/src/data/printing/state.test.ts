import { expect, it } from 'vitest'
import type { PrinterState } from '../../api/model'
import {
  actionsOf,
  byTrouble,
  isConfirmed,
  isOpenJob,
  jobActions,
  type PrinterFacts,
  printerState,
  stuckJobs,
} from './state'

const printer = (name: string, state: PrinterState, over: Partial<PrinterFacts> = {}): PrinterFacts => ({
  name,
  state,
  status: 'ACTIVE',
  waiting_jobs: 0,
  ...over,
})

it('puts first what keeps paper back', () => {
  const rows = [
    printer('Parrilla', 'READY'),
    printer('Vieja', 'ERROR', { status: 'INACTIVE' }),
    printer('Caja', 'PAPER_NEAR_END'),
    printer('Cocina fría', 'OFFLINE'),
    printer('Bar', 'COVER_OPEN', { waiting_jobs: 1 }),
    printer('Postres', 'OFFLINE', { waiting_jobs: 2 }),
    printer('Cocina', 'PAPER_OUT', { waiting_jobs: 3 }),
    printer('Barra', 'READY'),
  ]
  expect(byTrouble(rows).map((each) => each.name)).toEqual([
    'Cocina',
    'Bar',
    'Postres',
    'Caja',
    'Cocina fría',
    'Barra',
    'Parrilla',
    'Vieja',
  ])
})

it.each([
  ['PAPER_OUT', 'bad'],
  ['COVER_OPEN', 'bad'],
  ['PAPER_NEAR_END', 'warning'],
  ['OFFLINE', 'quiet'],
  ['READY', 'good'],
] as const)('%s looks %s', (state, tone) => expect(printerState(printer('', state)).tone).toBe(tone))

it('only lets people decide about jobs that stand still', () => {
  expect(isOpenJob('DONE')).toBe(false)
  expect(isOpenJob('EXPIRED') && jobActions.EXPIRED).toEqual(['release', 'reroute', 'cancel'])
  expect(isOpenJob('UNCERTAIN') && jobActions.UNCERTAIN.slice(0, 2)).toEqual(['confirm', 'reprint'])
})

it('does not offer to print what no printer takes', () => {
  expect(actionsOf({ document: 'COMMAND', reason: 'too_large' }, 'EXPIRED')).toEqual(['cancel'])
  expect(actionsOf({ document: 'DRAWER' }, 'HELD')).toEqual(['cancel'])
  expect(actionsOf({ document: 'COMMAND', reason: 'expired' }, 'EXPIRED')).toEqual([
    'release',
    'reroute',
    'cancel',
  ])
})

it('leaves out what goes on by itself and what expired long ago', () => {
  const job = (state: 'PENDING' | 'HELD' | 'EXPIRED', created_at: string) => ({ state, created_at })
  const jobs = [
    job('PENDING', '2026-11-21T10:00:00Z'),
    job('PENDING', '2026-11-21T11:59:50Z'),
    job('HELD', '2026-11-21T11:00:00Z'),
    job('EXPIRED', '2026-11-21T09:00:00Z'),
    job('EXPIRED', '2026-11-19T09:00:00Z'),
  ]
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(stuckJobs(jobs, Date.parse('2026-11-21T00:00:00Z'), now).map((each) => each.created_at)).toEqual([
    '2026-11-21T09:00:00Z',
    '2026-11-21T10:00:00Z',
    '2026-11-21T11:00:00Z',
  ])
})

it('does not call confirmed what only left the wire', () =>
  expect(['L0', 'L1', 'L2', null].map(isConfirmed)).toEqual([false, true, true, false]))

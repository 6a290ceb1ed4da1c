import { expect, it } from 'vitest'
import type { Printer } from '../../api/model'
import { printerBody, printerFormValues } from './printerForm'

const printer = (type: Printer['type']) =>
  ({ id: 3, name: 'Cocina', type, agent_id: 7, address: '' }) as Printer

it.each([
  ['VIRTUAL', 'VIRTUAL', 7],
  ['NETWORK', 'VIRTUAL', null],
  ['NETWORK', 'NETWORK', 7],
  [null, 'VIRTUAL', null],
] as const)('a printer that was %s and is saved as %s has the agent %s', (was, type, agent) => {
  const before = was && printer(was)
  const values = { ...printerFormValues(before, 7, 'NETWORK'), type }
  expect(printerBody(values, before).agent_id).toBe(agent)
})

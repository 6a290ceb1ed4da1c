import { expect, it } from 'vitest'
import { readTyped, validRuc } from './identity'

it.each([
  ['20100070970', true],
  ['20131312955', true],
  ['20131312956', false],
  ['2013131295', false],
])('RUC %s: %s', (ruc, valid) => expect(validRuc(ruc)).toBe(valid))

it.each([
  ['45871236', 'dni'],
  ['20131312955', 'ruc'],
  ['20131312950', 'badRuc'],
  ['soto', 'search'],
  ['4587', 'search'],
])('%s is %s', (text, kind) => expect(readTyped(text).kind).toBe(kind))

import { beforeEach, expect, test } from 'vitest'
import { forgetTrouble, noteFailure, noteSuccess, useServerTrouble } from './serverTrouble'

const trouble = () => useServerTrouble.getState().trouble

beforeEach(forgetTrouble)

test('a full disk is told until something was written', () => {
  noteFailure('storage_full')
  noteSuccess('GET')
  expect(trouble()).toBe('storage_full')
  noteSuccess('POST')
  expect(trouble()).toBeNull()
})

test('a database that answers is back, and other failures are none of its', () => {
  noteFailure('conflict')
  expect(trouble()).toBeNull()
  noteFailure('database_unavailable')
  noteSuccess('GET')
  expect(trouble()).toBeNull()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kept } from './licences.mjs'
import { broken, rulesOf } from './rules.mjs'

const rules = rulesOf(`
allow = [
  "MIT", # "GPL-3.0-only" is none
  "Apache-2.0 WITH LLVM-exception",
]
exceptions = [{ crate = "serial", allow = ["MPL-2.0"] }]
deny = [{ crate = "other-tls" }]
# skip = ["never@1"]
skip = ["old@0.10"]
`)
const source = 'registry+https://github.com/rust-lang/crates.io-index'
const crate = (name, version, more) => ({ name, version, license: 'MIT', source, dependencies: [], ...more })
const old = [crate('old', '0.10.4'), crate('old', '0.11.0')]
const told = (crates, packages = []) => broken([...old, ...crates], packages, rules)

test('a choice of licences needs one that is allowed, a sum all of them', () => {
  for (const expression of ['MIT', 'GPL-3.0-only OR MIT', 'MIT/GPL-3.0-only', '(MIT OR X) AND MIT', 'Apache-2.0 WITH LLVM-exception']) {
    assert.ok(kept(expression, rules.allowed), expression)
  }
  for (const expression of ['', 'GPL-3.0-only', 'MIT AND X', 'X OR MIT AND X', '(MIT OR X) AND X', 'Apache-2.0', 'MIT MIT', '(MIT']) {
    assert.ok(!kept(expression, rules.allowed), expression)
  }
})

test('what keeps the rules is not named', () => {
  assert.deepEqual(told([crate('serial', '1.0.0', { license: 'MPL-2.0' }), crate('own', '1.0.0', { source: null, license: null })]), [])
})

test('every breach is named', () => {
  assert.deepEqual(told([crate('a', '1.0.0', { license: 'MPL-2.0' })]), ['a 1.0.0 has the licence MPL-2.0'])
  assert.deepEqual(told([crate('a', '1.0.0', { license: null })]), ['a 1.0.0 has the licence null'])
  assert.deepEqual(told([crate('a', '1.0.0', { source: 'git+https://example.org/a' })]), ['a 1.0.0 comes from git+https://example.org/a'])
  assert.deepEqual(told([crate('other-tls', '1.0.0')]), ['other-tls 1.0.0 is banned'])
  assert.deepEqual(told([crate('a', '1.0.0', { dependencies: [{ name: 'b', req: '*' }] })]), ['a takes any version of b'])
  assert.deepEqual(told([crate('a', '1.2.0'), crate('a', '2.0.0')]), ['a is there as 1.2.0 and 2.0.0'])
  assert.deepEqual(told([crate('old', '0.9.0')]), ['old is there as 0.10.4 and 0.11.0 and 0.9.0'])
  assert.deepEqual(broken([crate('old', '0.11.0')], [], rules), ['old@0.10 is no longer there twice'])
})

test('packages of npm need a licence that is allowed, and their checksum', () => {
  const packages = [{ name: 'a', version: '1.0.0', license: 'GPL-3.0-only', integrity: 'sha512-x' }, { name: 'b', version: '1.0.0', license: 'MIT' }]
  assert.deepEqual(told([], packages), ['a 1.0.0 of npm has the licence GPL-3.0-only', 'b 1.0.0 of npm is locked without its checksum'])
})

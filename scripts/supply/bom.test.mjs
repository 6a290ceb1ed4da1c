import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billOf } from './bom.mjs'

const time = '2026-11-29T00:00:00.000Z'
const linux = 'x86_64-unknown-linux-gnu'
const server = billOf('comanda', linux, time)
const agent = billOf('comanda-agent', 'x86_64-pc-windows-gnu', time)
const find = (bill, name) => bill.components.find((each) => each.name === name)

test('a bill has what CycloneDX 1.6 asks for', () => {
  for (const bill of [server, agent]) {
    assert.equal(bill.bomFormat, 'CycloneDX')
    assert.equal(bill.specVersion, '1.6')
    assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    assert.equal(bill.metadata.timestamp, time)
    const references = new Set([bill.metadata.component, ...bill.components].map((each) => each['bom-ref']))
    assert.equal(references.size, bill.components.length + 1)
    for (const { type, name, version, licenses, hashes, purl } of bill.components) {
      assert.ok(type === 'library' && name && version && licenses[0].expression, name)
      for (const { alg, content } of hashes ?? []) assert.match(content, alg === 'SHA-256' ? /^[0-9a-f]{64}$/ : /^[0-9a-f]{128}$/, name)
      assert.ok(purl || name.startsWith('comanda-'), name)
    }
    for (const { ref, dependsOn } of bill.dependencies) {
      for (const each of [ref, ...dependsOn]) assert.ok(references.has(each), each)
    }
  }
})

test('it names what is in the program, and what only helped to make it', () => {
  assert.equal(find(server, 'axum').scope, 'required')
  assert.match(find(server, 'axum').purl, /^pkg:cargo\/axum@0\./)
  assert.equal(find(server, 'react').scope, 'required')
  assert.equal(find(server, '@mantine/core').purl.split('@')[0], 'pkg:npm/%40mantine/core')
  assert.ok(find(server, 'workbox-precaching'))
  assert.match(find(server, 'sqlite').cpe, /^cpe:2\.3:a:sqlite:sqlite:3\.\d+\.\d+:/)
  for (const helper of ['syn', 'cc', 'serde_derive']) assert.equal(find(server, helper).scope, 'excluded', helper)
  for (const test of ['proptest', 's3s', 'vitest', 'comanda-sunat-fake']) assert.equal(find(server, test), undefined, test)
})

test('each program has its own', () => {
  assert.ok(find(agent, 'serialport') && find(agent, 'windows-service'))
  for (const name of ['react', 'sqlite', 'axum', 'sqlx']) assert.equal(find(agent, name), undefined, name)
  assert.equal(find(server, 'windows-service'), undefined)
})

test('the same sources and the same time give the same bill', () => {
  assert.deepEqual(billOf('comanda', linux, time), server)
})

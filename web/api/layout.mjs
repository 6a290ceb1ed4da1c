// Lays the OpenAPI document out for reading its changes: node api/layout.mjs < openapi.json
// A part of an operation or of a schema takes a line, so that a change of one is a change of one line.
import { readFileSync } from 'node:fs'

const lineWidth = 160
const expandedLevels = 4

function layOut(value, level) {
  const flat = JSON.stringify(value)
  const isLeaf = value === null || typeof value !== 'object'
  if (isLeaf || level === expandedLevels || level + flat.length <= lineWidth) return flat
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const inside = ' '.repeat(level + 1)
  const parts = Object.entries(value).map(([key, part]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    return `${inside}${name}${layOut(part, level + 1)}`
  })
  return `${open}\n${parts.join(',\n')}\n${' '.repeat(level)}${close}`
}

process.stdout.write(`${layOut(JSON.parse(readFileSync(0, 'utf8')), 0)}\n`)

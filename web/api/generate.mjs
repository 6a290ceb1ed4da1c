// Writes the types of the API from its OpenAPI document: node api/generate.mjs <openapi.json> -o <types.ts>
// The generator lives in this folder and is installed on its first use.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = dirname(fileURLToPath(import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { output: { type: 'string', short: 'o', default: resolve(here, '../src/api/schema.gen.ts') } },
})
const input = resolve(positionals[0] ?? resolve(here, '../src/api/openapi.json'))
const generator = resolve(here, 'node_modules/openapi-typescript/bin/cli.js')

if (!existsSync(generator)) execFileSync('npm', ['ci', '--prefix', here], { stdio: 'inherit' })
execFileSync(process.execPath, [generator, input, '-o', resolve(values.output)], { stdio: 'inherit' })

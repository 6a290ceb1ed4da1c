// Writes the types of the API (src/api/schema.gen.ts, which is not in git) from its document (src/api/openapi.json), if they are older.
// The generator lives in this folder and is installed on its first use.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const document = resolve(here, '../src/api/openapi.json')
const types = resolve(here, '../src/api/schema.gen.ts')
const generator = resolve(here, 'node_modules/openapi-typescript/bin/cli.js')

if (!existsSync(types) || statSync(types).mtimeMs < statSync(document).mtimeMs) {
  if (!existsSync(generator)) execFileSync('npm', ['ci', '--prefix', here], { stdio: 'inherit' })
  execFileSync(process.execPath, [generator, document, '-o', types], { stdio: 'inherit' })
}

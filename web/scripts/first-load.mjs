// Fails the build when a page of the sale carries too much script: what it loads before it stands.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const limitKb = 200
const pages = {
  '/login': 'src/features/people/LoginScreen.tsx',
  '/pos': 'src/features/floor/MapScreen.tsx',
  '/order': 'src/features/orders/OrderScreen.tsx',
  '/payment': 'src/features/payments/PaymentScreen.tsx',
}

const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

/** A chunk and everything that it imports at once, not what it may load later. */
function withImports(name, found = new Set()) {
  const chunk = manifest[name]
  if (!chunk || found.has(chunk.file)) return found
  if (chunk.file.endsWith('.js')) found.add(chunk.file)
  for (const imported of chunk.imports ?? []) withImports(imported, found)
  return found
}

let tooMuch = false
for (const [path, source] of Object.entries(pages)) {
  if (!manifest[source]) throw new Error(`${source} is not in the build`)
  const files = new Set([...withImports('index.html'), ...withImports(source)])
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0)
  const kb = bytes / 1000
  console.log(`${path.padEnd(9)} ${kb.toFixed(1)} kB of script (gzip), limit ${limitKb}`)
  if (kb > limitKb) tooMuch = true
}
process.exitCode = tooMuch ? 1 : 0

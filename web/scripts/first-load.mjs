// Fails the build when a page of the sale carries too much script: what it loads before it stands.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// Where people begin; from there most of what /order and /payment need has been loaded already.
const pages = [
  { path: '/login', source: 'src/features/people/LoginScreen.tsx', limitKb: 200 },
  { path: '/pos', source: 'src/features/floor/MapScreen.tsx', limitKb: 200 },
  { path: '/order', source: 'src/features/orders/OrderScreen.tsx', limitKb: 240 },
  { path: '/payment', source: 'src/features/payments/PaymentScreen.tsx', limitKb: 240 },
]

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
for (const { path, source, limitKb } of pages) {
  if (!manifest[source]) throw new Error(`${source} is not in the build`)
  const files = new Set([...withImports('index.html'), ...withImports(source)])
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0)
  const kb = bytes / 1000
  console.log(`${path.padEnd(9)} ${kb.toFixed(1)} kB of script (gzip), limit ${limitKb}`)
  if (kb > limitKb) tooMuch = true
}
process.exitCode = tooMuch ? 1 : 0

// Fails the build when a screen that people wait for loads too much before it is usable, or in too many files.
import { readFileSync } from 'node:fs'

/* Kilobytes as they are sent to a browser that takes brotli: the page, every script and every style. */
const pages = [
  { path: '/login', page: 'login.html', limitKb: 160 },
  { path: '/pos', page: 'pos.html', limitKb: 200 },
  { path: '/order', page: 'order.html', limitKb: 240 },
  { path: '/payment', page: 'payment.html', limitKb: 240 },
  { path: '/monitor-production', page: 'monitor-production.html', limitKb: 240 },
]
const mostScripts = 10

/* What a screen behind the log-in asks for by itself as soon as it stands: the live link, the alarms, what dialogs look like. */
const after = [/socket\.io-client/, /^_alarm-.*js$/, /theme\/more/]

const dist = new URL('../dist/', import.meta.url)
const read = (file) => readFileSync(new URL(file, dist))
const sent = (file) => read(`${file}.br`).length
const manifest = JSON.parse(read('.vite/manifest.json'))

/** A chunk with its styles and everything that it imports at once. */
function withImports(name, found = new Set()) {
  const chunk = manifest[name]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const css of chunk.css ?? []) found.add(css)
  for (const imported of chunk.imports ?? []) withImports(imported, found)
  return found
}

const soon = after.flatMap((pattern) => {
  const names = Object.keys(manifest).filter((name) => pattern.test(manifest[name].src ?? name))
  if (names.length === 0) throw new Error(`nothing in the build is ${pattern}`)
  return names.flatMap((name) => [...withImports(name)])
})

let tooMuch = false
for (const { path, page, limitKb } of pages) {
  const named = [
    ...read(page)
      .toString()
      .matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g),
  ].map(([, file]) => file)
  const files = new Set([...named, ...(path === '/login' ? [] : soon)])
  const scripts = [...files].filter((file) => file.endsWith('.js')).length
  const kb = [page, ...files].reduce((sum, file) => sum + sent(file), 0) / 1000
  console.log(
    `${path.padEnd(20)} ${kb.toFixed(1).padStart(6)} kB in brotli, limit ${limitKb}; ${scripts} scripts, limit ${mostScripts}`,
  )
  if (kb > limitKb || scripts > mostScripts) tooMuch = true
}
process.exitCode = tooMuch ? 1 : 0

// Fails the build when a screen that people wait for loads too much before it is usable, in too many files, one after another, or
// asks the server for a part of the program that the device could have kept. Counts and not clocks: a machine of CI is as fast as it is.
import { readFileSync } from 'node:fs'

/*
 * Kilobytes as they are sent to a browser that takes brotli: the page, every script and every style; and of the scripts that are run
 * before it stands, as they are read, which is what a phone that keeps them waits for (`install.spec.ts` holds that there are no others).
 */
const pages = [
  { path: '/login', page: 'login.html', limitKb: 160, runKb: 469 },
  { path: '/pos', page: 'pos.html', limitKb: 203, runKb: 595 },
  { path: '/order', page: 'order.html', limitKb: 240, runKb: 694 },
  { path: '/payment', page: 'payment.html', limitKb: 240, runKb: 678 },
  { path: '/monitor-production', page: 'monitor-production.html', limitKb: 240, runKb: 637 },
]
const mostScripts = 10

/* What a screen behind the log-in asks for by itself as soon as it stands: the live link, the alarms, the ways out of the
   sale, what dialogs look like. */
const after = [/socket\.io-client/, /^_alarm-.*js$/, /^_menu-.*js$/, /theme\/more/]

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

/* What the service worker keeps: `{url:"floor.js",…}`. */
const kept = new Set(
  [
    ...read('sw.js')
      .toString()
      .matchAll(/url:\s*"([^"]+)"/g),
  ].map(([, file]) => file),
)

let tooMuch = false
const refuse = (what) => {
  console.log(what)
  tooMuch = true
}
for (const { path, page, limitKb, runKb } of pages) {
  const html = read(page).toString()
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file)
  const asked = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file)
  for (const file of [page, ...asked]) {
    if (!kept.has(file)) refuse(`${path}: ${file} is not kept on the device: each start waits for the server`)
  }
  const atOnce = Object.values(manifest).filter((chunk) => named.includes(chunk.file))
  for (const file of atOnce.flatMap(({ imports = [] }) => imports.map((name) => manifest[name].file))) {
    if (!named.includes(file)) refuse(`${path}: ${file} is only asked for when another script has come`)
  }
  const files = new Set([...named, ...(path === '/login' ? [] : soon)])
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const kb = [page, ...files].reduce((sum, file) => sum + sent(file), 0) / 1000
  const run =
    named.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + read(file).length, 0) / 1000
  console.log(
    `${path.padEnd(20)} ${kb.toFixed(1).padStart(6)} kB in brotli, limit ${limitKb}; ${scripts.length} scripts, limit ${mostScripts}; ${run.toFixed(1)} kB to run, limit ${runKb}`,
  )
  if (kb > limitKb || run > runKb || scripts.length > mostScripts) tooMuch = true
}
process.exitCode = tooMuch ? 1 : 0

// Fails the build when what is built asks for more than the oldest browsers have that sell: Safari 16.4, Chrome 111, Firefox 121. Syntax
// is brought down by the build's target; these are calls and styles, with the versions that came with them (MDN's tables). Popovers have
// their polyfill, which `npm run webkit` tries.
import { readdirSync, readFileSync } from 'node:fs'

const younger = [
  [/AbortSignal\.any\b/, 'AbortSignal.any', 'Safari 17.4, Chrome 116'],
  [/\.checkVisibility\(/, 'checkVisibility without ?.', 'Safari 17.4'],
  [/Promise\.(withResolvers|try)\b/, 'Promise.withResolvers, Promise.try', 'Safari 17.4, Chrome 119'],
  [/(Object|Map)\.groupBy\b/, 'groupBy', 'Safari 17.4, Chrome 117'],
  [/Array\.fromAsync\b/, 'Array.fromAsync', 'Chrome 121'],
  [/URL\.(canParse|parse)\(/, 'URL.canParse, URL.parse', 'Safari 17, Chrome 120'],
  [/RegExp\.escape\b/, 'RegExp.escape', 'Safari 18.2, Chrome 136'],
  [/Iterator\.(from|prototype)\b/, 'iterator helpers', 'Safari 18.4, Chrome 122'],
  [/requestIdleCallback\(/, 'requestIdleCallback', 'no Safari'],
]
const youngerStyles = [
  [/light-dark\(/, 'light-dark()', 'Safari 17.5, Chrome 123'],
  [/@starting-style|@scope|:popover-open|anchor-name/, 'young selectors and rules', 'Safari 17 and later'],
]

const assets = new URL('../dist/assets/', import.meta.url)
const found = []
for (const name of readdirSync(assets).filter((each) => /\.(js|css)$/.test(each))) {
  const text = readFileSync(new URL(name, assets), 'utf8')
  for (const [pattern, what, since] of name.endsWith('.css') ? youngerStyles : younger) {
    if (pattern.test(text)) found.push(`${name}: ${what} (${since})`)
  }
}
for (const each of found) console.log(`too young for the oldest browser that sells: ${each}`)
process.exitCode = found.length === 0 ? 0 : 1

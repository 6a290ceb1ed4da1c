// What deny.toml allows, as far as it can be held without cargo-deny. Lists of words are all that is read of it.
import { readFileSync } from 'node:fs'
import { kept } from './licences.mjs'

const words = (text) => [...text.matchAll(/"([^"]+)"/g)].map(([, word]) => word)

export function rulesOf(text) {
  const said = text.replace(/#.*/g, '')
  const list = (name) => words(said.match(new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm'))?.[1] ?? '')
  const exceptions = [...said.matchAll(/\{ crate = "([^"]+)", allow = \[([^\]]*)\] \}/g)]
  return {
    targets: list('targets'),
    allowed: list('allow'),
    exceptions: new Map(exceptions.map(([, name, licences]) => [name, words(licences)])),
    banned: list('deny'),
    twice: list('skip'),
  }
}

export const rules = () => rulesOf(readFileSync(new URL('../../deny.toml', import.meta.url), 'utf8'))

/** The part of a version that says what fits together: 2.13 and 2.9 do, 0.10 and 0.9 do not. */
const line = (version) => version.match(/^0\.\d+|^\d+/)[0]

const index = 'registry+https://github.com/rust-lang/crates.io-index'

/** What of these crates and packages of npm breaks the rules, a sentence each. */
export function broken(crates, packages, { allowed, exceptions, banned, twice }) {
  const found = []
  const strangers = crates.filter(({ source }) => source !== null)
  for (const { name, version, license, source } of strangers) {
    const told = `${name} ${version}`
    if (!kept(license ?? '', [...allowed, ...(exceptions.get(name) ?? [])])) found.push(`${told} has the licence ${license}`)
    if (source !== index) found.push(`${told} comes from ${source}`)
    if (banned.includes(name)) found.push(`${told} is banned`)
  }
  for (const { name, dependencies } of crates) {
    for (const each of dependencies.filter(({ req, path }) => req === '*' && !path)) {
      found.push(`${name} takes any version of ${each.name}`)
    }
  }
  for (const { name, version, license, integrity } of packages) {
    if (!kept(license ?? '', allowed)) found.push(`${name} ${version} of npm has the licence ${license}`)
    if (!integrity) found.push(`${name} ${version} of npm is locked without its checksum`)
  }
  const versions = new Map()
  for (const { name, version } of strangers) versions.set(name, [...(versions.get(name) ?? []), version])
  for (const [name, all] of versions) {
    const unexpected = all.filter((version) => !twice.includes(`${name}@${line(version)}`))
    if (unexpected.length > 1) found.push(`${name} is there as ${all.join(' and ')}`)
  }
  for (const each of twice) {
    const [name, wanted] = each.split('@')
    const all = versions.get(name) ?? []
    if (all.length < 2 || !all.some((version) => line(version) === wanted)) found.push(`${each} is no longer there twice`)
  }
  return found
}

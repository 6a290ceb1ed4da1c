// A bill of materials (CycloneDX 1.6) of one program: what is compiled into it, and what only helped to compile it (`excluded`).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cratesFor, folder, npmPackages } from './shipped.mjs'

const licenses = (expression) => [{ expression: expression.replace(/\s*\/\s*/g, ' OR ') }]
const purl = (kind, name, version) => `pkg:${kind}/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`

/** SHA-256 of what crates.io handed out, by name and version. */
function checksums() {
  const lock = readFileSync(new URL('Cargo.lock', folder), 'utf8')
  const entries = lock.matchAll(/^name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"/gm)
  return new Map([...entries].map(([, name, version, checksum]) => [`${name}@${version}`, checksum]))
}

const isMacro = ({ targets }) => targets.some(({ kind }) => kind.includes('proc-macro'))
const neededAs = ({ dep_kinds }, wanted) => dep_kinds.some(({ kind }) => kind === wanted)
const neededToBuild = (need) => neededAs(need, null) || neededAs(need, 'build')

/** Ids of all crates that are reached from this one, with whether they become part of the program. */
function reached(crates, root) {
  const found = new Map()
  const visit = (id, part) => {
    if (found.has(id) && (found.get(id) || !part)) return
    found.set(id, part)
    for (const need of crates.get(id).needs.filter(neededToBuild)) {
      visit(need.pkg, part && neededAs(need, null) && !isMacro(crates.get(need.pkg)))
    }
  }
  visit(root, true)
  return found
}

function crateComponents(crates, root) {
  const sums = checksums()
  const reference = (id) => purl('cargo', crates.get(id).name, crates.get(id).version)
  const found = reached(crates, root)
  const components = [...found].filter(([id]) => id !== root).map(([id, part]) => {
    const { name, version, license, source } = crates.get(id)
    const own = source === null
    const hashes = own ? {} : { hashes: [{ alg: 'SHA-256', content: sums.get(`${name}@${version}`) }] }
    return {
      type: 'library',
      'bom-ref': reference(id),
      name,
      version,
      scope: part ? 'required' : 'excluded',
      ...hashes,
      licenses: licenses(license),
      // What is the house's own is at no registry.
      ...(own ? {} : { purl: reference(id) }),
    }
  })
  const dependencies = [...found.keys()].map((id) => ({
    ref: reference(id),
    dependsOn: [...new Set(crates.get(id).needs.filter(neededToBuild).map(({ pkg }) => reference(pkg)))].sort(),
  }))
  return { components, dependencies }
}

/** The database engine, which comes as source within a crate whose own version says nothing of it. */
function sqlite(crates, components) {
  const crate = [...crates.values()].find(({ name }) => name === 'libsqlite3-sys')
  if (!crate || !components.some(({ name }) => name === crate.name)) return []
  const header = readFileSync(join(dirname(crate.manifest_path), 'sqlite3/sqlite3.h'), 'utf8')
  const version = header.match(/#define SQLITE_VERSION\s+"(.+)"/)[1]
  const reference = purl('generic', 'sqlite', version)
  const cpe = `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`
  return [{ type: 'library', 'bom-ref': reference, name: 'sqlite', version, scope: 'required', licenses: licenses('blessing'), cpe, purl: reference }]
}

const npmComponents = () =>
  npmPackages().map(({ name, version, license, integrity }) => ({
    type: 'library',
    'bom-ref': purl('npm', name, version),
    name,
    version,
    scope: 'required',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: licenses(license),
    purl: purl('npm', name, version),
  }))

/** A name that the same content has again. */
function serialNumber(content) {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  return `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** Of the program `comanda`, with the web app inside, or of `comanda-agent`, built for this target at this time. */
export function billOf(program, target, timestamp) {
  const crates = cratesFor([target])
  const root = [...crates.values()].find(({ name, source }) => name === program && source === null)
  const { components, dependencies } = crateComponents(crates, root.id)
  const more = [...sqlite(crates, components), ...(program === 'comanda' ? npmComponents() : [])]
  const all = [...components, ...more].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1))
  const { ref } = dependencies[0]
  dependencies[0].dependsOn.push(...more.map((each) => each['bom-ref']))
  const content = {
    metadata: {
      timestamp,
      tools: { components: [{ type: 'application', name: 'scripts/sbom' }] },
      component: {
        type: 'application',
        'bom-ref': ref,
        name: program,
        version: root.version,
        properties: [{ name: 'comanda:target', value: target }],
      },
    },
    components: all,
    dependencies,
  }
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(content), version: 1, ...content }
}

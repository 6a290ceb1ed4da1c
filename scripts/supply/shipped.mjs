// What the programs consist of, as cargo and npm lock it: for scripts/dependencies and scripts/sbom.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const folder = new URL('../..', import.meta.url)

/** All packages of the workspace for these targets, by their id, each with what it needs. */
export function cratesFor(targets) {
  const wanted = targets.flatMap((target) => ['--filter-platform', target])
  const said = execFileSync('cargo', ['metadata', '--format-version', '1', '--locked', ...wanted], {
    cwd: folder,
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { packages, resolve } = JSON.parse(said)
  const needs = new Map(resolve.nodes.map((node) => [node.id, node.deps]))
  return new Map(packages.filter(({ id }) => needs.has(id)).map((each) => [each.id, { ...each, needs: needs.get(each.id) }]))
}

// Where a package does not say it as npm asks for.
const told = { 'xmlhttprequest-ssl@2.1.2': 'MIT' }

// The worker that keeps the app on a device is made of them when the app is built.
const worker = /^node_modules\/workbox-(core|precaching|routing|strategies)$/

/** The packages of npm that the web app is made of. */
export function npmPackages() {
  const { packages } = JSON.parse(readFileSync(new URL('web/package-lock.json', folder), 'utf8'))
  const marker = 'node_modules/'
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, cpu }]) => path && ((!dev && !devOptional && !cpu) || worker.test(path)))
    .map(([path, { version, license, integrity }]) => {
      const name = path.slice(path.lastIndexOf(marker) + marker.length)
      return { name, version, license: license ?? told[`${name}@${version}`], integrity }
    })
}

import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { after, screens, start } from './screens'

/* A bundler makes a file for every set of screens that share something: some seventy for the map, and over a phone's
   connection each one costs. Here what the till's screens share is one file, and each has one of its own. */

type Chunks = Map<string, Rolldown.OutputChunk>

/** Builds once to see what each screen really uses, then puts that together by screen; the office is left to the bundler. */
export function fewFiles(): Plugin {
  return {
    name: 'few-files',
    apply: 'build',
    async config(config) {
      const place = placement(await chunksOf(config.root ?? process.cwd()))
      const names = [...new Set(place.values())]
      const groups = names.map((name) => ({ name, test: (id: string) => place.get(id) === name }))
      const codeSplitting = { groups, includeDependenciesRecursively: false }
      return { build: { rolldownOptions: { output: { codeSplitting } } } }
    },
  }
}

async function chunksOf(root: string): Promise<Chunks> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { target: 'es2023', write: false, minify: false, cssMinify: false },
  })
  const output = (built as Rolldown.RolldownOutput).output
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
}

/** Each module's file: of the start, of what two or more of the till's screens use, or of one screen. */
function placement(chunks: Chunks): Map<string, string> {
  const first = reach(chunks, start)
  const used = Object.entries({ ...screens, ...after }).map(
    ([name, modules]) => [name, reach(chunks, modules)] as const,
  )
  const place = new Map<string, string>()
  for (const id of new Set(used.flatMap(([, modules]) => [...modules]))) {
    place.set(id, fileOf(used.filter(([, modules]) => modules.has(id)).map(([name]) => name)))
  }
  for (const id of first) place.set(id, 'start')
  return place
}

function fileOf(users: string[]): string {
  const [only = 'start', ...others] = users
  if (others.length === 0) return only
  // What signing in shares with the till must not bring the till along.
  if (users.includes('login')) return 'start'
  return users.some((user) => user === 'pos' || user in after) ? 'till' : 'sale'
}

/** All modules that come with these. */
function reach(chunks: Chunks, modules: string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || files.has(name)) return
    files.add(name)
    chunk.imports.forEach(visit)
  }
  for (const module of modules) {
    const entry = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(`/${module}`))
    if (!entry) throw new Error(`${module} is no entry of the build`)
    visit(entry.fileName)
  }
  return new Set([...files].flatMap((name) => chunks.get(name)?.moduleIds ?? []))
}

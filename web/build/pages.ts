import type { Plugin, Rolldown } from 'vite'
import { screens } from './screens'

/** A page for each of those screens that names all of its files, so that they come at once and not one after another. */
export function preloadedPages(): Plugin {
  return {
    name: 'preloaded-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') return
        const html = String(index.source)
        for (const [name, modules] of Object.entries(screens)) {
          const links = [...filesOf(modules, bundle)]
            .filter((file) => !html.includes(`"/${file}"`))
            .map((file) =>
              file.endsWith('.css')
                ? `    <link rel="stylesheet" crossorigin href="/${file}">\n`
                : `    <link rel="modulepreload" crossorigin href="/${file}">\n`,
            )
          const source = html.replace('</head>', `\n${links.join('')}  </head>`)
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
      },
    },
  }
}

function filesOf(modules: string[], bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
    for (const imported of chunk.imports) visit(imported)
  }
  for (const module of modules) {
    const chunk = chunks.find((each) => each.moduleIds.some((id) => id.endsWith(`/${module}`)))
    if (!chunk) throw new Error(`${module} is in no chunk`)
    visit(chunk.fileName)
    // A screen that shares its file with others has a small one of its own that hands it on.
    const door = chunks.find((each) => each.facadeModuleId?.endsWith(`/${module}`))
    if (door) visit(door.fileName)
  }
  return files
}

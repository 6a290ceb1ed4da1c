import { expect, it } from 'vitest'

const files = import.meta.glob<string>(
  ['./*{Screen,Layout}.tsx', '../features/**/*Screen.tsx', './options/*Screen.tsx'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

it.each(Object.entries(files))('%s exports what its name says, and nothing else', (path, text) => {
  const name = path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length)
  expect([...text.matchAll(/^export (?:default )?(?:async )?\w+ (\w+)/gm)].map((match) => match[1])).toEqual([
    name,
  ])
})

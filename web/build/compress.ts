import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const packed = /\.(js|css|html|svg|webmanifest)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Puts a .br and a .gz beside every text: the server hands them out as they are. Browsers take brotli over HTTPS only. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true })
        await Promise.all(names.filter((name) => packed.test(name)).map((name) => pack(join(folder, name))))
      },
    },
  }
}

async function pack(file: string) {
  const text = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await Promise.all([
    brotli(text, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    gzipped(text, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands before the restaurant's server, and can hand out a newer version of the program, or be gone. */
export async function openFront(target: string) {
  const state = { version: 1, gone: false }
  const server = createServer((asked, answer) => {
    if (state.gone) {
      answer.destroy()
      return
    }
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const onward = request(new URL(asked.url ?? '/', target), { method: asked.method, headers }, (given) => {
      const { 'content-length': _, ...told } = given.headers
      answer.writeHead(given.statusCode ?? 502, told)
      given.pipe(answer, { end: false })
      given.on('end', () => answer.end(asked.url === '/sw.js' ? `\n// ${state.version}` : ''))
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      state.version += 1
    },
    leave: () => {
      state.gone = true
    },
    end: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

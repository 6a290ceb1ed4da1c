import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Stands before the restaurant's server, and can hand out a newer version of the program, or be gone. */
export async function openFront(target: string) {
  const state = { version: 1, gone: false }
  const live = new Set<Duplex>()
  const server = createServer((asked, answer) => {
    if (state.gone) {
      answer.destroy()
      return
    }
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    // The server would say that its file is what the browser has.
    delete headers['if-none-match']
    const options = { method: asked.method, headers, agent: false as const }
    const onward = request(new URL(asked.url ?? '/', target), options, (given) => {
      const { 'content-length': _, ...told } = given.headers
      answer.writeHead(given.statusCode ?? 502, told)
      given.pipe(answer, { end: false })
      given.on('end', () => answer.end(asked.url === '/sw.js' ? `\n// ${state.version}` : ''))
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  server.on('upgrade', (asked, socket, head) => {
    const { hostname, port } = new URL(target)
    const onward = connect(Number(port), hostname, () => {
      const lines = asked.rawHeaders.flatMap((word, at, all) => (at % 2 ? [] : [`${word}: ${all[at + 1]}`]))
      onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    if (state.gone) socket.destroy()
    live.add(socket)
    for (const side of [onward, socket]) {
      side.on('error', () => {
        onward.destroy()
        socket.destroy()
      })
    }
    socket.on('close', () => {
      live.delete(socket)
      onward.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      state.version += 1
    },
    leave: (gone: boolean) => {
      state.gone = gone
      if (gone) for (const socket of live) socket.destroy()
    },
    end: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

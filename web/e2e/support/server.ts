import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const patienceMs = 120_000

/** One restaurant for the whole run, unless one that runs is named. */
export default async function startServer() {
  if (process.env.COMANDA_URL) return
  const { url, end } = await openRestaurant()
  process.env.COMANDA_URL = url
  return end
}

/** Starts the real program with its demo restaurant and virtual printers; `end` ends it and removes its data. */
export async function openRestaurant() {
  const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../../target')
  const program = process.env.COMANDA_PROGRAM ?? join(target, 'debug/comanda')
  if (!existsSync(program)) throw new Error(`${program} is missing: cargo build first`)
  const data = mkdtempSync(join(tmpdir(), 'comanda-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(program, ['demo', '--listen', `127.0.0.1:${port}`, '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answering(url, server)
  const end = async () => {
    await ended(server)
    rmSync(data, { recursive: true, force: true })
  }
  return { url, end }
}

async function answering(url: string, server: ChildProcess) {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`comanda ended with ${server.exitCode}`)
    const answer = await fetch(`${url}/api/public/company-info`).catch(() => null)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 200))
  }
  server.kill()
  throw new Error('comanda did not answer in time')
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve()
  return new Promise((done) => {
    const hard = setTimeout(() => server.kill('SIGKILL'), 10_000)
    server.once('exit', () => {
      clearTimeout(hard)
      done()
    })
    server.kill('SIGTERM')
  })
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : failed(new Error('no port')),
      )
    })
  })
}

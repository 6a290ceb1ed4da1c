import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundleLogIn } from './signIn'

const patienceMs = 120_000

/* A past so short has no month of work in the store room: specs say themselves what there is besides sales. */
const salesAlone = ['--past-days', '27']

/** A demo restaurant as it is on its first day, which every spec gets a copy of. */
export default async function seedRestaurant() {
  if (process.env.COMANDA_URL) return
  const data = mkdtempSync(join(tmpdir(), 'comanda-e2e-'))
  const seeded = await startRestaurant(data, salesAlone)
  await seeded.end()
  process.env.COMANDA_SEED = data
  await bundleLogIn()
  return () => rmSync(data, { recursive: true, force: true })
}

/** A restaurant of one's own, a copy of the seeded one, or one that never sold; `end` closes it and removes its data. */
export async function openRestaurant(young = false) {
  const data = mkdtempSync(join(tmpdir(), 'comanda-e2e-'))
  if (!young) cpSync(process.env.COMANDA_SEED ?? '', data, { recursive: true })
  const { url, end } = await startRestaurant(data, young ? ['--past-days', '0'] : salesAlone)
  return {
    url,
    data,
    end: async () => {
      await end()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The server's program, which is the operator's command line too. */
export function serverProgram() {
  const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../../target')
  return process.env.COMANDA_PROGRAM ?? join(target, 'debug/comanda')
}

/** A company as the operator makes it, with nothing in it but its administrator, whose password is told once. */
export async function openEmptyCompany(name: string) {
  const data = mkdtempSync(join(tmpdir(), 'comanda-e2e-'))
  const told = execFileSync(serverProgram(), [
    'company',
    'add',
    '--data',
    data,
    '--name',
    name,
    '--slug',
    'nueva',
  ])
  const said = /Contraseña\s+(\S+)/.exec(told.toString())?.[1] ?? ''
  const { url, end } = await start('serve', data)
  return {
    url,
    password: said,
    end: async () => {
      await end()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Starts the real program with its demo restaurant and virtual printers. */
const startRestaurant = (data: string, more: string[] = []) => start('demo', data, more)

async function start(command: 'demo' | 'serve', data: string, more: string[] = []) {
  const program = serverProgram()
  if (!existsSync(program)) throw new Error(`${program} is missing: cargo build first`)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(program, [command, '--listen', `127.0.0.1:${port}`, '--data', data, ...more], {
    stdio: ['ignore', 'ignore', log(port)],
  })
  await answering(url, server)
  return { url, end: () => ended(server) }
}

/** What the server says stands beside the traces of what failed. */
function log(port: number) {
  const folder = resolve(import.meta.dirname, '../../test-results')
  mkdirSync(folder, { recursive: true })
  return openSync(join(folder, `server-${port}.log`), 'w')
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

export function freePort(): Promise<number> {
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

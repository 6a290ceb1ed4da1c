// A print agent in a few lines, with nothing but socket.io-client: see docs/printing-with-any-client.md.
// It prints a job's number only, and keeps in memory what an agent in a restaurant keeps on disk.
//   node any_client.cjs http://127.0.0.1:8080 TOKEN
const { connect } = require('node:net')
const { io } = require('socket.io-client')

const [server, token] = process.argv.slice(2)
const auth = { token, kind: 'agent', version: '1.0', machine: 'pc' }
const socket = io(server, { auth, reconnectionDelay: 50, reconnectionDelayMax: 200 })
const ask = (event, body) => socket.timeout(10_000).emitWithAck(event, body)

/** Reports of printed jobs that the server has not acknowledged yet. */
const unacknowledged = new Map()
const printed = new Set()

function print(job, { address }) {
  const [host, port = '9100'] = address.split(':')
  const number = String(job.sequence).padStart(6, '0')
  return new Promise((resolve, reject) => {
    const printer = connect(Number(port), host, () => printer.end(`\x1b@${job.area} #${number}\n\x1dVB\0`, resolve))
    printer.on('error', reject)
  })
}

async function pull() {
  const held = [...unacknowledged.values()].map(({ id, state }) => ({ id, state }))
  const { printers, jobs } = await ask('pull_jobs', { held })
  for (const job of jobs.filter(({ id }) => !printed.has(id))) {
    printed.add(job.id)
    await print(job, printers.find(({ id }) => id === job.printer_id))
    const report = { id: job.id, state: 'DONE', level: 'L0', printer_id: job.printer_id, at_ms: Date.now() }
    unacknowledged.set(job.id, report)
  }
  return jobs.length
}

async function acknowledge() {
  for (const report of unacknowledged.values()) {
    const { ok } = await ask('job_state', report)
    if (ok) unacknowledged.delete(report.id)
    if (ok) console.log(`acknowledged ${report.id}`)
  }
}

/** What a lost connection cuts short is made up for at the next connect. */
const attempt = (work) => work().catch((error) => console.log(error.message))

socket.on('connect', () =>
  attempt(async () => {
    console.log('connected')
    await acknowledge()
    await pull()
  }),
)
socket.on('disconnect', () => console.log('the connection was lost'))
socket.on('send_message', ({ channel }) =>
  attempt(async () => {
    console.log(`woken on ${channel}`)
    // The cable is pulled between the paper and its acknowledgement.
    if ((await pull()) > 0) socket.io.engine.close()
  }),
)

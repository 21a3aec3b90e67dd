#!/usr/bin/env node
// The main job, command by command, on the embedded sandbox and the files in samples/. Uses a data directory of its own.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-demo-'))
const dim = (text) => (process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[2m${text}\u001b[0m` : text)
const bold = (text) => (process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[0m` : text)

const steps = [
  ['Sign in', 'auth login'],
  ['Create a property', 'property create --file samples/property.yaml'],
  ['Add its rooms', 'unit add 1000001 --file samples/room-double.yaml --columns id,name,noOfSellableUnits,basePrice'],
  [null, 'unit add 1000001 --file samples/room-seaview.yaml --columns id,name,noOfSellableUnits,basePrice'],
  [null, 'unit add 1000001 --file samples/room-suite.yaml --columns id,name,noOfSellableUnits,basePrice'],
  [
    'Say where it is and when its day begins',
    'property info set 1000001 --file samples/property-info.yaml --columns propertyId,timezone,geoCode,propertyType',
  ],
  ['See the rooms as the service sells them', 'room list 1000001'],
  ['Sell them under a rate plan', 'rate-plan create 1000001 --file samples/rate-plan.yaml --columns id,names,units'],
  ['Look at the plan for a year of rates; nothing is sent', 'rates push samples/rates.csv --dry-run'],
  ['Push the rates', 'rates push samples/rates.csv'],
  ['Push the inventory', 'inventory push samples/inventory.yaml'],
  ['Push the same again: nothing to do', 'rates push samples/rates.csv --changes-only'],
  ['Look at the run', 'run show 1'],
  ['Look at the calendar that results', 'calendar show 1000001 --from 2027-07-01 --nights 4'],
  ['See what a guest can book', `product search 1000001 --check-in ${stayFrom()} --nights 3 --adults 2`],
  ["Be the hotel's PMS, which takes reservation notifications", 'resnotif listen --port 0', 'background'],
  ['Tell the sandbox where it is', 'sandbox outbox address {pms}'],
  [
    'Book two products, three units: held, not yet binding',
    `reservation create --file samples/reservation.yaml --check-in ${stayFrom()} --nights 3`,
  ],
  ['Confirm it: the notification goes out', 'reservation confirm 900001 --columns bookingId,status,rooms,total'],
  [
    'Look it up: the PMS has it',
    'reservation lookup --booking-id 900001 --columns bookingId,status,delivery',
    isDelivered,
  ],
  [
    'See the notification guest by guest: each product counts from 1',
    'resnotif preview --booking-id 900001 --output table',
  ],
  ['Keep a whole property as one document', 'property apply samples/harbour-hostel.yaml'],
  ['Apply it again: nothing differs', 'property apply samples/harbour-hostel.yaml'],
  ['Find both, the nearest first', 'property search --latitude 54.18 --longitude 12.08'],
]

/** A day that the sample rates know, or one ahead once these are past. */
function stayFrom() {
  const ahead = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  return ahead < '2027-07-01' ? '2027-07-01' : ahead
}

// Only what the demo sets counts: a person's own profile and secrets stay out of it.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HUBSWITCH_')))
for (const kind of ['CONFIG', 'DATA', 'CACHE']) env[`HUBSWITCH_${kind}_DIR`] = path.join(folder, kind.toLowerCase())

let pms
/** Commands that run beside the others. */
const background = []

function hubswitch(command, stdio) {
  return spawnSync(process.execPath, [path.join(root, 'bin/run.cjs'), ...command.split(' ')], {
    cwd: root,
    env,
    stdio,
    encoding: 'utf8',
  })
}

/** Whether the reservation has reached the PMS; what is shown above must also be true. */
function isDelivered() {
  const { delivery } = JSON.parse(
    hubswitch('reservation lookup --booking-id 900001 --json --quiet', ['ignore', 'pipe', 'inherit']).stdout,
  )
  return delivery.state === 'delivered'
}

/** Starts a command that goes on beside the others; its address is what it says it listens at. */
function start(command) {
  const child = spawn(process.execPath, [path.join(root, 'bin/run.cjs'), ...command.split(' ')], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  background.push(child)
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      process.stderr.write(text)
      const address = /at (http:\S+?)[\s,.]*(?:\s|$)/.exec(text)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`hubswitch ${command} ended with ${code}`)))
  })
}

/** Runs a step; what went wrong, or undefined. */
async function show([title, text, how], position) {
  const command = text.replace('{pms}', pms)
  if (title !== null) process.stdout.write(`\n${bold(`${position}. ${title}`)}\n`)
  process.stdout.write(`${dim('$')} hubswitch ${command}${how === 'background' ? ' &' : ''}\n`)
  if (how === 'background') {
    pms = await start(command)
    return undefined
  }
  const { status, signal } = hubswitch(command, ['ignore', 'inherit', 'inherit'])
  if (status !== 0) return `hubswitch ${command} (${signal ?? `exit ${status}`})`
  return how === undefined || how() ? undefined : `hubswitch ${command} (it does not say what it should)`
}

let position = 0
let failed
try {
  for (const step of steps) {
    if (step[0] !== null) position += 1
    failed = await show(step, position)
    if (failed !== undefined) break
  }
} finally {
  for (const child of background) child.removeAllListeners('exit').kill('SIGINT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
process.stdout.write(
  failed === undefined
    ? `\nDone: ${position} steps. The demo's data is gone again.\n`
    : `\nThe demo failed at: ${failed}\n`,
)
process.exit(failed === undefined ? 0 : 1)

#!/usr/bin/env node
// The main job, command by command, on the embedded sandbox and the files in samples/. Uses a data directory of its own.
import { spawnSync } from 'node:child_process'
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
  ['Say where it is and when its day begins', 'property info set 1000001 --file samples/property-info.yaml --columns propertyId,timezone,geoCode,propertyType'],
  ['See the rooms as the service sells them', 'room list 1000001'],
  ['Sell them under a rate plan', 'rate-plan create 1000001 --file samples/rate-plan.yaml --columns id,names,units'],
  ['Look at the plan for a year of rates; nothing is sent', 'rates push samples/rates.csv --dry-run'],
  ['Push the rates', 'rates push samples/rates.csv'],
  ['Push the inventory', 'inventory push samples/inventory.yaml'],
  ['Push the same again: nothing to do', 'rates push samples/rates.csv --changes-only'],
  ['Look at the run', 'run show 1'],
  ['Look at the calendar that results', 'calendar show 1000001 --from 2027-07-01 --nights 4'],
  ['See what a guest can book', `product search 1000001 --check-in ${stayFrom()} --nights 3 --adults 2`],
  ['Book two products, three units: held, not yet binding', `reservation create --file samples/reservation.yaml --check-in ${stayFrom()} --nights 3`],
  ['Confirm it', 'reservation confirm 900001 --columns bookingId,status,rooms,total'],
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

function show([title, command], position) {
  if (title !== null) process.stdout.write(`\n${bold(`${position}. ${title}`)}\n`)
  process.stdout.write(`${dim('$')} hubswitch ${command}\n`)
  const { status, signal } = spawnSync(process.execPath, [path.join(root, 'bin/run.js'), ...command.split(' ')], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0 ? undefined : `hubswitch ${command} (${signal ?? `exit ${status}`})`
}

let position = 0
let failed
try {
  for (const step of steps) {
    if (step[0] !== null) position += 1
    failed = show(step, position)
    if (failed !== undefined) break
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
process.stdout.write(failed === undefined ? `\nDone: ${position} steps. The demo's data is gone again.\n` : `\nThe demo failed at: ${failed}\n`)
process.exit(failed === undefined ? 0 : 1)

// The base of all ratios: csv-parse streaming the same file as arrays, alone, as a whole process.
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'

const file = process.argv[2]
const stored = createReadStream(file)
const bytes = file.endsWith('.gz') ? stored.pipe(createGunzip()) : stored
let rows = 0
for await (const _ of bytes.pipe(parse())) rows += 1
process.stdout.write(`${rows}\n`)

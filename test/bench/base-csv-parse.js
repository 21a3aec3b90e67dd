// The base of all ratios: csv-parse streaming the same file as arrays, alone, as a whole process.
import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'

let rows = 0
for await (const _ of createReadStream(process.argv[2]).pipe(parse())) rows += 1
process.stdout.write(`${rows}\n`)

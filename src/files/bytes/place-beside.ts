import { stat } from 'node:fs/promises'
import path from 'node:path'
import { standingAt } from '../../whole-file.js'
import { checkOutput, headOf, type OutputFile, refuseOwnFile } from './output-file.js'

const NAMES_TRIED = 99

/**
 * Where a file can be written without a loss: the place that is named, or, where a file of somebody stands there, one beside it. What is written is never worth
 * ending a push for.
 * @throws Fault USAGE for a file that the command uses otherwise, or a place that cannot be written to
 */
export async function placeBeside(output: OutputFile): Promise<string> {
  if (!(await isForeign(output.to, output.isOurs))) {
    await checkOutput(output)
    return output.to
  }
  await refuseOwnFile(output)
  const { dir, name, ext } = path.parse(output.to)
  for (let number = 1; number < NAMES_TRIED; number += 1) {
    const to = path.join(dir, `${name}-${number}${ext}`)
    if (await isForeign(to, output.isOurs)) continue
    await checkOutput({ ...output, to })
    return to
  }
  await checkOutput(output)
  return output.to
}

/** Whether a file with something in it stands there that is none of ours; links are another matter. */
async function isForeign(to: string, isOurs: OutputFile['isOurs']): Promise<boolean> {
  if ((await standingAt(to))?.isSymbolicLink() === true) return false
  const found = await stat(to).catch(() => undefined)
  return found?.isFile() === true && found.size > 0 && !isOurs(await headOf(to))
}

import type { Command } from '@oclif/core'
import type { Fault } from '../../errors.js'
import type { InputFile, Kind, ReadOptions } from '../../files/index.js'
import type { ServiceCommand } from '../command/index.js'
import type { PushFlags } from '../input/index.js'
import { askingOn, mendInput, serviceFacts } from '../interview/index.js'

/**
 * What a push does with a file that it cannot read as it stands: on a terminal it asks how, in a pipe it shows the mapping file that is missing. With --yes and
 * with --json nobody wants to be asked.
 */
export function fileMender(
  command: ServiceCommand<typeof Command>,
  kind: Kind,
  flags: PushFlags,
): (fault: Fault, input: { files: readonly InputFile[]; options: ReadOptions }) => Promise<string | undefined> {
  const { yes, json, quiet } = flags as unknown as { yes: boolean; json: boolean; quiet: boolean }
  const isAttended = command.terminal.mayAsk && !yes && !json && !quiet
  return (fault, { files, options }) =>
    mendInput({
      fault,
      files,
      kind,
      options,
      ask: isAttended ? askingOn(command.terminal, 'Write a mapping file and add --map.', command.ending()) : undefined,
      facts: serviceFacts(command, !flags['dry-run'] && flags['save-plan'] === undefined),
      notice: (line) => command.notice(line),
    })
}

import { Args } from '@oclif/core'
import { roomColumns } from '../../cli/calendar/index.js'
import { ServiceCommand } from '../../cli/command/index.js'
import { fieldsFromFlags, schemaFlags } from '../../cli/flags/index.js'
import { list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { contract } from '../../contract/index.js'

const { body } = contract.room.list
const except = ['credentials', 'hotel_code']

export default class RoomList extends ServiceCommand<typeof RoomList> {
  static override summary = contract.room.list.summary
  static override description = 'Rates and inventory files refer to rooms by these ids, in room_id.'
  static override examples = [
    '<%= config.bin %> room list 1000001',
    '<%= config.bin %> room list 1000001 --language de',
  ]
  static override args = { hotel: Args.string({ required: true, description: 'Hotel code' }) }
  static override flags = schemaFlags(body, { except })
  static override calls = ['room.list'] as const

  async execute(): Promise<Answer> {
    const { rooms, ...answer } = await this.call('room.list', {
      body: { hotel_code: this.args.hotel, ...fieldsFromFlags(body, this.flags, { except }) },
    })
    return list({ ...answer, rooms }, rooms, roomColumns, 'This hotel has no active rooms.')
  }
}

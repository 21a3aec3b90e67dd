import { ServiceCommand } from '../../cli/command/index.js'
import { columns, list } from '../../cli/show/index.js'
import type { Answer } from '../../cli/terminal/index.js'
import { listProfiles } from '../../config/index.js'

export default class ProfileList extends ServiceCommand<typeof ProfileList> {
  static override summary = 'List profiles'
  static override examples = ['<%= config.bin %> profile list', '<%= config.bin %> profile list --json']

  async execute(): Promise<Answer> {
    const chosen = this.settings().profile
    const profiles = listProfiles(this.settings().configDir).map((profile) => ({
      ...profile,
      isUsed: profile.name === chosen.value,
    }))
    const shown = [
      { name: 'used', value: ({ isUsed }: { isUsed: boolean }) => (isUsed ? '*' : '') },
      ...columns('name', 'baseUrl', 'partnerId', 'store', 'wire'),
    ]
    return list(profiles, profiles, shown as never, 'No profiles.')
  }
}

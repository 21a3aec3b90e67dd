import { describe, expect, it } from 'vitest'
import { requireSameTarget } from '../../../src/cli/sending/other-target.js'
import { AD_HOC_PROFILE } from '../../../src/config/index.js'
import { Fault } from '../../../src/errors.js'

const [OLD, NEW] = ['https://old.service.example', 'https://service.example']

/** Where a run was sent, where the command is now, and the step that leads back. */
describe('a run of another address', () => {
  it.each<[string, string, string, string, string]>([
    ['another profile', 'main', OLD, 'other', 'Add --profile main.'],
    ['the environment', AD_HOC_PROFILE, OLD, 'main', `Set HUBSWITCH_BASE_URL=${OLD} and name no profile.`],
    [
      'the environment, set otherwise',
      AD_HOC_PROFILE,
      OLD,
      AD_HOC_PROFILE,
      `Set HUBSWITCH_BASE_URL=${OLD} and name no profile.`,
    ],
    [
      'the same profile, moved',
      'main',
      OLD,
      'main',
      `The profile names ${NEW} now. Push the file again, or give the profile its old address.`,
    ],
  ])('%s: refused, and the address to set is named', (_, profile, service, now, next) => {
    const refused = (() => {
      try {
        requireSameTarget({ id: 3, target: { profile, service } }, { profile: now, service: NEW })
      } catch (error) {
        return error as Fault
      }
      return undefined
    })()
    expect(refused).toMatchObject({ code: 'USAGE', message: `Run 3 belongs to profile ${profile} (${OLD}).`, next })
  })

  it('nothing is said where both are the same', () => {
    expect(
      requireSameTarget({ id: 3, target: { profile: 'main', service: NEW } }, { profile: 'main', service: NEW }),
    ).toBeUndefined()
  })
})

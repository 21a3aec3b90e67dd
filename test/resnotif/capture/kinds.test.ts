import { expect, it } from 'vitest'
import { nameOf } from '../../../src/resnotif/capture/kinds.js'

it.each([
  ['<a:Answer xmlns:a="x"><ok/></a:Answer>', 'hex dump with Answer'],
  ['<ok a="1"/>', 'hex dump with ok'],
  ['HTTP/1.1 200 OK\r\n\r\n<Answer>cut off</Answer', 'hex dump with Answer'],
  // Bytes of each word turned round.
  ['?<mx levsroi=n1".0"<?ATH_toleeRNstofiQRx lmsn=h"tt', 'hex dump'],
  ['12 < mx and so on', 'hex dump'],
])('a part without a notification is named by its first element, if that is one: %j', (view, name) => {
  expect(nameOf(view, 'hex dump')).toBe(name)
})

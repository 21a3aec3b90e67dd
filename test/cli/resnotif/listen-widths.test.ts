import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listenAsPms, type ListenFlags } from '../../../src/cli/resnotif/listen.js'
import { ROOT } from '../../support/cli.js'

const sample = (name: string): string => readFileSync(path.join(ROOT, 'samples', name), 'utf8')
const right = sample('notification.xml')
const wrong = sample('notification-wrong.xml')
const LONG_ID = `HS-${'0123456789'.repeat(9)}`
const FLAGS: ListenFlags = {
  port: 0,
  host: '127.0.0.1',
  persona: 'strict',
  'save-refused': false,
  'save-unread': false,
  auth: false,
  json: false,
  quiet: false,
}
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
/** Columns by a rule of its own: letters of East Asia take two. */
const columnsOf = (line: string): number =>
  [...line].reduce((sum, letter) => sum + (/[\u3000-\u9fff\uac00-\ud7af]/.test(letter) ? 2 : 1), 0)

afterEach(() => vi.restoreAllMocks())

/** What stands on a terminal of so many columns once these messages have come, and one request that is no message. */
async function screenOf(width: number, messages: readonly string[]): Promise<string[]> {
  let [screen, notices] = ['', '']
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (screen += String(text)) !== '')
  let address: (url: string) => void = () => undefined
  const url = new Promise<string>((resolve) => (address = resolve))
  const command = {
    terminal: { stdout: true, progress: false, mayAsk: false, width },
    settings: () => ({}),
    config: { root: ROOT },
    notice: (line: string, isPainted = false) => {
      const found = /http:\/\/[\d.]+:\d+\//.exec(line)
      if (found === null) notices += `${isPainted ? line : line.replaceAll('\u001b', '\u{FFFD}')}\n`
      else address(found[0])
    },
  } as unknown as Parameters<typeof listenAsPms>[0]
  const ended = listenAsPms(command, { ...FLAGS, count: messages.length }, new Promise(() => undefined))
  const to = await url
  await fetch(`${to}${'a-long-path/'.repeat(20)}`)
  for (const body of messages) await fetch(to, { method: 'POST', body })
  await ended
  return `${screen}${notices}`.replaceAll(COLOURS, '').trimEnd().split('\n')
}

describe('the screen of resnotif listen', () => {
  const odd = wrong.replaceAll('HS-20270701-1', LONG_ID).replaceAll('Lovelace', '愛達・勒芙蕾絲')

  it.each([160, 100, 60, 40])('of %i columns has no wider line, and every word of it', async (width) => {
    const lines = await screenOf(width, [right, wrong, odd, 'no XML'])
    expect(lines.filter((line) => columnsOf(line) > width)).toEqual([])
    const together = lines.join('').replaceAll(/\s/g, '')
    for (const part of [
      'HTTP200',
      'takennothingfound',
      'refused1finding',
      LONG_ID,
      '愛達・勒芙蕾絲',
      'HotelReservation/ResGuests/ResGuest[4]/@GroupEventCode3,shouldbe1',
      'Givetheunitsofeachproduct1,2,3…;"resnotiffix"writesthem.',
      'HTTP400',
      'textdataoutsideofrootnode',
      'a-long-path/'.repeat(20),
      'HTTP405',
    ])
      expect(together).toContain(part)
    // Colours of our own are colours, and stay out of the words.
    expect(together).not.toContain('\u{FFFD}')
    // Only a request begins at the edge.
    expect(lines.filter((line) => !line.startsWith('  ') && !/^\d{4}-\d\d-\d\dT/.test(line))).toEqual([])
  })
})

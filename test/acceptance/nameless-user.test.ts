import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { freshMachine } from '../support/cli.js'

it('runs as a user id that has no name on the machine, as in a container', async () => {
  const machine = await freshMachine()
  const preload = path.join(machine.folder, 'nameless.cjs')
  await writeFile(
    preload,
    `require('node:os').userInfo = () => { throw Object.assign(new Error('uv_os_get_passwd returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' }) }`,
  )
  const { code, stdout, stderr } = await machine.run(['profile', 'list'], {
    env: { NODE_OPTIONS: `--require ${preload}` },
  })
  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('sandbox'), ''])
  await machine.remove()
})

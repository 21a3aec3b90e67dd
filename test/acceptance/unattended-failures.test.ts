import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/cli.js'

/** Some of the causes of docs/unattended.md, those that need no rights of an administrator. */
const CAUSES = ['wrong_secret', 'damaged_journal', 'missing', 'cut', 'guard', 'rows']

describe('a push from cron', () => {
  it.concurrent.each(CAUSES)(
    'ends as docs/unattended.md says: %s',
    async (cause) => {
      const { stdout } = await promisify(execFile)('python3', [
        '-B',
        path.join(ROOT, 'test/proof/unattended/failures.py'),
        '--check',
        '--only',
        cause,
      ]).catch((error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }))
      expect(stdout).toMatch(new RegExp(`^ok +${cause}: `))
    },
    300_000,
  )
})

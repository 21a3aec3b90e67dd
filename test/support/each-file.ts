import { afterEach } from 'vitest'
import { forgetSecrets } from '../../src/redaction/known-secrets.js'
import { closeOpened } from './open-things.js'

// What one file has taught the process is no secret of the next.
forgetSecrets()
afterEach(closeOpened)

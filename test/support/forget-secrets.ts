import { forgetSecrets } from '../../src/redaction/known-secrets.js'

forgetSecrets()

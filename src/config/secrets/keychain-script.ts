/**
 * The program of the child process that talks to the keychain (`node -e`). A native call can hang on a locked keyring, and
 * nothing but the end of the process ends it. The request comes by stdin: a command line is for everyone to see.
 * In: {module, action: 'get' | 'set' | 'delete', service, account, value?}. Out: a line end when the library is loaded and is about to be asked, then {value} or
 * {failed: 'load' | 'call' | 'probe', message}.
 *
 * On Linux a locked keyring answers a question like an empty one does. Only a write tells them apart, so where nothing was
 * found a probe is written and removed.
 */
export const KEYCHAIN_SCRIPT = `
const chunks = []
const answer = (data) => process.stdout.write(JSON.stringify(data), () => process.exit(0))
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
  const { module, action, service, account, value } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  let keychain
  try {
    keychain = require(module)
  } catch (error) {
    return answer({ failed: 'load', message: String(error && error.message) })
  }
  require('fs').writeSync(1, '\\n')
  try {
    if (action === 'set') return answer({ value: await keychain.setPassword(service, account, value) })
    const found = action === 'get' ? await keychain.getPassword(service, account) : await keychain.deletePassword(service, account)
    if (found || process.platform !== 'linux') return answer({ value: found })
  } catch (error) {
    return answer({ failed: 'call', message: String(error && error.message) })
  }
  try {
    await keychain.setPassword(service, account + '.probe', 'probe')
    await keychain.deletePassword(service, account + '.probe')
    answer({ value: null })
  } catch (error) {
    answer({ failed: 'probe', message: String(error && error.message) })
  }
})
`

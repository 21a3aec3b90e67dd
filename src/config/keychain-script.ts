/**
 * The program of the child process that talks to the keychain (`node -e`). A native call can hang on a locked keyring, and
 * nothing but the end of the process ends it. The request comes by stdin: a command line is for everyone to see.
 * In: {module, action: 'get' | 'set' | 'delete', service, account, value?}. Out: {value} or {failed: 'load' | 'call', message}.
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
  try {
    if (action === 'get') answer({ value: await keychain.getPassword(service, account) })
    else if (action === 'set') answer({ value: await keychain.setPassword(service, account, value) })
    else answer({ value: await keychain.deletePassword(service, account) })
  } catch (error) {
    answer({ failed: 'call', message: String(error && error.message) })
  }
})
`

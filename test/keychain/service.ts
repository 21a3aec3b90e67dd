import { writeFileSync } from 'node:fs'
import {
  GET_INFO,
  GET_TOKEN,
  json,
  jwt,
  problem,
  REFRESH_TOKEN,
  startScripted,
  success,
} from '../client/scripted-server.js'

/** A service for command-line.sh: takes the secret canary-<partner> of every partner, and writes its address into the file that is named. */
const owners = new Map<string, string>()
const issue = (partnerId: string): ReturnType<typeof json> => {
  const token = jwt({ exp: Math.floor(Date.now() / 1000) + 3_600, jti: String(owners.size) })
  owners.set(`Bearer ${token}`, partnerId)
  return json(200, { tokenType: 'Bearer', expiresIn: 3_600, accessToken: token })
}
const { url } = await startScripted(({ path, query, headers }) => {
  const partner = query.get('partnerId') ?? ''
  if (path === GET_TOKEN)
    return query.get('partnerSecret') === `canary-${partner}` ? issue(partner) : problem(401, 'wrong secret')
  const owner = owners.get(headers.authorization ?? '')
  if (owner === undefined) return problem(401, 'no such token')
  if (path === REFRESH_TOKEN) return issue(owner)
  return path === GET_INFO ? success({ id: 1, partnerId: owner, name: owner }) : problem(404, 'no such path')
})
writeFileSync(process.argv[2] as string, url)

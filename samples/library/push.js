// Plans, sends, verifies and undoes a push. Runs against a sandbox of its own: node samples/library/push.js
import {
  connect,
  DEMO_ACCOUNTS,
  DEMO_DISTRIBUTOR,
  planPush,
  sendPush,
  startSandbox,
  undoPush,
  verifyPush,
} from 'hubswitch'

const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const sandbox = await startSandbox()
const { partnerId, secret, channelCredentials } = DEMO_ACCOUNTS[0]
const service = connect({ baseUrl: sandbox.url, partnerId, partnerSecret: secret, channelCredentials })
try {
  sandbox.seedGenerated({ properties: 1, seed: 7, from: day(0) })
  const hotel = 1000001
  const { rooms } = await service.client.call('room.list', { body: { hotel_code: hotel } })
  const rowsAt = (price) =>
    [30, 31, 32].map((ahead) => ({
      hotel_code: hotel,
      room_id: rooms[0].id,
      date: day(ahead),
      price,
      currency: rooms[0].price?.currency ?? 'EUR',
    }))

  const first = await planPush(service, { kind: 'rates', rows: rowsAt('120.00') })
  await sendPush(service, first.runId, { isUnpaced: true })

  const { runId, nights } = await planPush(service, { kind: 'rates', rows: rowsAt('99.00'), changesOnly: true })
  const report = await sendPush(service, runId, { isUnpaced: true })
  console.log(`run ${runId}: ${report.state}, ${report.nights.acknowledged} of ${nights} nights acknowledged`)

  const { tally } = await verifyPush(service, runId, {
    distributorId: DEMO_DISTRIBUTOR.id,
    distributorCode: DEMO_DISTRIBUTOR.code,
  })
  const notJudged = [...tally.notJudged.values()].reduce((sum, one) => sum + one.nights, 0)
  console.log(`verified: ${tally.same} the same, ${tally.drifts.length} different, ${notJudged} not judged`)

  const { plan, report: undone } = await undoPush(service, runId, { isUnpaced: true })
  console.log(`undone: ${undone?.nights.acknowledged ?? 0} nights put back, ${plan.unknownNights} had no earlier value`)
} finally {
  await service.close()
  await sandbox.close()
}

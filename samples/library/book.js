// Books a stay, confirms it and looks at what is open. Runs against a sandbox of its own: node samples/library/book.js
import {
  confirmReservation,
  connect,
  DEMO_ACCOUNTS,
  DEMO_DISTRIBUTOR,
  Fault,
  reserve,
  settleBookings,
  startSandbox,
} from 'hubswitch'

const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const sandbox = await startSandbox()
const { partnerId, secret, channelCredentials } = DEMO_ACCOUNTS[0]
const service = connect({ baseUrl: sandbox.url, partnerId, partnerSecret: secret, channelCredentials })
try {
  sandbox.seedGenerated({ properties: 1, seed: 7, from: day(0) })
  const propertyId = 1000001
  const [checkInDate, checkOutDate] = [day(40), day(42)]
  const offer = await service.client.call('product.search', {
    body: {
      propertyId,
      checkInDate,
      checkOutDate,
      distributorId: DEMO_DISTRIBUTOR.id,
      distributorCode: DEMO_DISTRIBUTOR.code,
    },
  })
  const { roomId, ratePlans } = offer.roomTypes.find(({ availableUnits }) => availableUnits > 0)

  const stay = {
    propertyId,
    checkInDate,
    checkOutDate,
    totalGuestCounts: { adults: 1 },
    booker: { firstName: 'Ada', lastName: 'Lovelace' },
    rooms: [
      {
        roomId,
        ratePlanId: ratePlans[0].ratePlanId,
        units: 1,
        guests: [{ firstName: 'Ada', lastName: 'Lovelace', unit: 1 }],
      },
    ],
  }
  const { bookingId, state } = await reserve(service, stay)
  console.log(`booked ${bookingId}: ${state}`)
  console.log(`confirmed: ${(await confirmReservation(service, bookingId)).state}`)

  // The same stay again is refused, and nothing is sent.
  await reserve(service, stay).catch((error) => {
    if (!(error instanceof Fault)) throw error
    console.log(`not booked twice: ${error.code}`)
  })
  console.log(`open: ${(await settleBookings(service)).length}`)
} finally {
  await service.close()
  await sandbox.close()
}

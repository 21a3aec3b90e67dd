// Builds a notification, breaks a counter as a careless PMS would, finds the fault and corrects it: node samples/library/notification.js
import { buildNotification, fixMessage, lintMessage } from 'hubswitch'

const message = buildNotification({
  bookingId: '900001',
  propertyId: 1000001,
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-03',
  booker: { firstName: 'Ada', lastName: 'Lovelace' },
  rooms: [
    {
      roomId: 101,
      ratePlanId: 501,
      units: 2,
      guests: [
        { firstName: 'Ada', lastName: 'Lovelace', unit: 1 },
        { firstName: 'Grace', lastName: 'Hopper', unit: 2 },
      ],
    },
  ],
})
console.log(`built: ${lintMessage(message).findings.length} findings`)

const wrong = message.replace('GroupEventCode="2"', 'GroupEventCode="5"')
for (const { rule } of lintMessage(wrong).findings) console.log(`found: ${rule}`)

const { changes, remaining } = fixMessage(wrong)
console.log(`corrected: ${changes.length} changes, ${remaining.length} findings left`)

import { ADA, room, type Scenario } from '../shape/index.js'

/** The interface does not say what a PMS answers to a Cancel of what it never had; that it answers at all is what keeps a hub from sending it for days. */
export const cancelFirst: Scenario = {
  name: 'cancel-first',
  title: 'A cancellation of a booking that the PMS never got',
  steps: [
    {
      title: 'Cancel what was never booked',
      sends: 'Cancel',
      stay: { nights: ['120.00'], units: [room(0, ADA)] },
      expected: 'settled',
    },
  ],
}

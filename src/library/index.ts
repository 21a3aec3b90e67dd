/** The core without a terminal: nothing here prints, asks or ends the process. */

export { confirmReservation, type NewReservation, reserve, type Reserved, settleBookings } from './bookings.js'
export { connect, type ConnectOptions, type Service } from './connect.js'
export {
  type PlannedPush,
  planPush,
  type PlanPushInput,
  type PushKind,
  type PushRow,
  sendPush,
  type SendPushOptions,
  type Undone,
  undoPush,
  verifyPush,
  type VerifyPushInput,
} from './pushes.js'

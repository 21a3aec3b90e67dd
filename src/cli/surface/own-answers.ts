import { all, ANY, either, list, MOMENT, object, oneOf, orNull, RECORD, TEXT, WHOLE, YES_NO } from './shapes.js'

/** Documents about this machine, the sandbox and notifications: what no service answers. */

const profile = object(
  { name: TEXT, isCurrent: YES_NO },
  {
    isUsed: YES_NO,
    baseUrl: TEXT,
    partnerId: TEXT,
    limits: RECORD,
    wire: TEXT,
    access: oneOf('full', 'read-only', 'production'),
  },
)
const explanation = {
  code: TEXT,
  exitCode: WHOLE,
  title: TEXT,
  cause: TEXT,
  example: object({ when: TEXT, command: TEXT, says: TEXT }),
}
const bookingChanged = object({
  bookingId: TEXT,
  status: TEXT,
  changed: list(object({ field: TEXT })),
  freed: list(object({ roomId: TEXT, night: TEXT, units: WHOLE })),
  taken: list(object({ roomId: TEXT, night: TEXT, units: WHOLE })),
  notification: orNull(ANY),
})
const fault = object(
  { id: WHOLE, kind: TEXT, requests: WHOLE, remaining: orNull(WHOLE) },
  { endpoint: TEXT, count: WHOLE },
)
const sent = object(
  { state: TEXT, fate: TEXT, summary: TEXT, problems: list(ANY) },
  { status: WHOLE, isAlreadyDelivered: YES_NO, reservationIds: list(TEXT) },
)
const rehearsed = object({ dryRun: YES_NO, request: object({ method: TEXT, host: TEXT, headers: RECORD, body: TEXT }) })
const notification = object({
  id: WHOLE,
  bookingId: TEXT,
  kind: TEXT,
  resStatus: orNull(TEXT),
  state: TEXT,
  attempts: WHOLE,
  answer: orNull(TEXT),
  httpStatus: orNull(WHOLE),
  createdAt: MOMENT,
  nextAt: orNull(MOMENT),
  deliveredAt: orNull(MOMENT),
  message: TEXT,
})
const finding = object({ rule: TEXT, severity: oneOf('error', 'warning', 'info') })
const attempt = { createdAt: WHOLE, state: TEXT, channelId: TEXT, summary: TEXT }
const need = object({ need: TEXT, state: TEXT, says: TEXT }, { next: TEXT })

export const OWN_ANSWERS = {
  'auth login': object({ profile: TEXT, partnerId: TEXT, tokenExpires: MOMENT }),
  'auth logout': object({ profile: TEXT, removed: YES_NO }, { store: TEXT }),
  'auth refresh': object({ tokenExpires: MOMENT, isSignIn: YES_NO, isKept: YES_NO }),
  'auth status': object(
    { profile: TEXT, profileFrom: TEXT, service: TEXT, access: TEXT, accessFrom: TEXT },
    { partnerId: TEXT, partnerSecret: TEXT, channelCredentials: TEXT },
  ),
  'auth token': object({ accessToken: TEXT, tokenExpires: MOMENT }),
  commands: object({
    schema: WHOLE,
    release: TEXT,
    exitCodes: RECORD,
    errors: list(object({ code: TEXT, exitCode: WHOLE, title: TEXT })),
    globalFlags: list(RECORD),
    commands: list(
      object({
        command: TEXT,
        args: list(RECORD),
        flags: list(RECORD),
        examples: list(TEXT),
        endpoints: list(TEXT),
        answer: object({ version: WHOLE, schema: RECORD }),
      }),
    ),
    definitions: RECORD,
    failure: RECORD,
  }),
  completion: object({ shell: TEXT, script: TEXT }),
  doctor: object({
    profile: TEXT,
    ok: WHOLE,
    warn: WHOLE,
    fail: WHOLE,
    unknown: WHOLE,
    checks: list(object({ check: TEXT, state: oneOf('ok', 'warn', 'fail', 'unknown'), says: TEXT }, { next: TEXT })),
  }),
  explain: either(object({ ...explanation, remedy: list(TEXT) }), list(object(explanation))),
  init: object({ profile: TEXT, partnerId: TEXT, next: list(TEXT) }, { property: RECORD }),
  version: object(all(['version', 'platform', 'arch', 'node'], TEXT)),
  'map check': object({
    mapping: TEXT,
    hotels: list(TEXT),
    files: WHOLE,
    findings: list(RECORD),
    roomsWithoutCode: list(RECORD),
  }),
  'profile list': list(profile),
  'profile set': profile,
  'profile use': object({ current: TEXT }),
  'profile remove': object({ removed: TEXT }),
  'property count': object({ count: WHOLE }, { listId: WHOLE }),
  'property list-id': object({ domainName: TEXT, listId: WHOLE }),
  'property sitemap': object({ fileName: TEXT, properties: list(RECORD) }),
  'property apply': list(
    object({
      file: TEXT,
      hubSwitchId: TEXT,
      propertyId: orNull(ANY),
      sent: YES_NO,
      steps: list(object({ call: TEXT, label: TEXT, changes: list(RECORD) })),
      untouched: list(ANY),
    }),
  ),
  'property export': either(
    object({ file: TEXT }),
    object({ property: RECORD }, { info: RECORD, units: list(RECORD) }),
  ),
  'property ready': object({
    property: ANY,
    name: TEXT,
    ready: YES_NO,
    missing: WHOLE,
    unknown: WHOLE,
    from: TEXT,
    nights: WHOLE,
    needs: list(need),
  }),
  'reservation list': list(
    object(
      { ...attempt, id: WHOLE, known: list(ANY) },
      { bookingId: TEXT, seenAt: WHOLE, propertyId: TEXT, checkInDate: TEXT },
    ),
  ),
  'reservation reconcile': list(
    object(
      { ...attempt, isOpen: YES_NO },
      { bookingId: TEXT, remark: TEXT, isSurplus: YES_NO, notCompared: list(TEXT) },
    ),
  ),
  'resnotif explain': object(
    {
      reservations: list(object({ products: list(RECORD), strays: list(RECORD), faults: list(TEXT) })),
      story: list(TEXT),
      messages: list(
        object({
          file: TEXT,
          line: WHOLE,
          column: WHOLE,
          wrapping: list(TEXT),
          facts: object(
            {
              isRepeat: YES_NO,
              envelope: TEXT,
              security: TEXT,
              unusual: list(TEXT),
              reservations: list(
                object(
                  {
                    line: WHOLE,
                    ids: list(RECORD),
                    stays: list(RECORD),
                    guests: list(RECORD),
                    comments: list(TEXT),
                    requests: list(TEXT),
                    services: list(RECORD),
                  },
                  { status: TEXT, created: TEXT, changed: TEXT, booker: RECORD, total: RECORD, guarantee: TEXT },
                ),
              ),
            },
            {
              status: TEXT,
              echoToken: TEXT,
              timeStamp: TEXT,
              target: TEXT,
              version: TEXT,
              transaction: TEXT,
              requestor: RECORD,
            },
          ),
        }),
      ),
      unread: list(object({ file: TEXT, line: WHOLE, column: WHOLE, what: TEXT })),
    },
    {
      changes: list(
        object(
          { about: TEXT, text: TEXT },
          {
            before: TEXT,
            after: TEXT,
            path: TEXT,
            line: WHOLE,
            lineBefore: WHOLE,
            nights: object({ from: TEXT, to: TEXT }),
          },
        ),
      ),
      own: list(TEXT),
      renumbered: list(TEXT),
      regrouped: list(TEXT),
    },
  ),
  'resnotif fix': object(
    { file: TEXT, changes: list(RECORD), remaining: list(finding), open: list(ANY), added: list(ANY) },
    { message: TEXT, writtenTo: TEXT },
  ),
  'resnotif generate': either(
    list(object({ bookingId: TEXT, channelBookingId: TEXT, status: TEXT, totalPrice: TEXT, rooms: list(RECORD) })),
    list(object({ resStatus: TEXT, message: TEXT })),
    object({ folder: TEXT, files: WHOLE, seed: WHOLE, ...all(['Commit', 'Modify', 'Cancel'], WHOLE) }),
  ),
  'resnotif lint': either(
    object({
      files: list(
        object({
          file: TEXT,
          findings: list(finding),
          errors: WHOLE,
          warnings: WHOLE,
          isClean: YES_NO,
          messages: list(
            object({ line: WHOLE, column: WHOLE, wrapping: list(TEXT), reservations: WHOLE, errors: WHOLE }),
          ),
          others: list(object({ line: WHOLE, column: WHOLE, what: TEXT })),
          moreOthers: WHOLE,
        }),
      ),
      errors: WHOLE,
      warnings: WHOLE,
    }),
    list(finding),
  ),
  'resnotif listen list': list(object({ id: WHOLE, time: MOMENT, state: TEXT, summary: TEXT, isKept: YES_NO })),
  'resnotif listen show': object({
    id: WHOLE,
    time: MOMENT,
    to: TEXT,
    request: object({ bytes: WHOLE, headers: RECORD, hidden: WHOLE }, { body: TEXT, ownStars: list(TEXT) }),
    state: oneOf('delivered', 'partial', 'unknown', 'failed'),
    summary: TEXT,
    findings: list(finding),
  }),
  'resnotif preview': object({ nodes: list(RECORD), message: TEXT, resStatus: TEXT, findings: list(RECORD) }),
  'resnotif scenario': either(
    list(object({ name: TEXT, title: TEXT, messages: TEXT })),
    object({
      pms: TEXT,
      property: TEXT,
      startedAt: MOMENT,
      ...all(['passed', 'failed', 'unknown'], WHOLE),
      scenarios: list(
        object({
          name: TEXT,
          title: TEXT,
          verdict: oneOf('pass', 'fail', 'unknown'),
          steps: list(
            object(
              {
                step: WHOLE,
                title: TEXT,
                sends: TEXT,
                bookingId: TEXT,
                mustAnswer: TEXT,
                arrival: oneOf('answered', 'maybe', 'no'),
                verdict: oneOf('pass', 'fail', 'unknown'),
                reason: TEXT,
              },
              { ms: WHOLE, request: RECORD, answer: RECORD },
            ),
          ),
        }),
      ),
    }),
  ),
  'resnotif replay': either(sent, rehearsed),
  'resnotif send': either(sent, rehearsed),
  'sandbox booking cancel': bookingChanged,
  'sandbox booking modify': bookingChanged,
  'sandbox clock': object({ now: MOMENT, movedSeconds: WHOLE }),
  'sandbox holds': object({ minutes: WHOLE }),
  'sandbox faults': list(fault),
  'sandbox faults add': list(fault),
  'sandbox faults clear': object({ cleared: WHOLE }),
  'sandbox outbox address': object(
    { url: orNull(TEXT) },
    { envelope: TEXT, auth: TEXT, retryForMs: WHOLE, retryWaitsMs: list(WHOLE) },
  ),
  'sandbox outbox list': list(notification),
  'sandbox outbox resend': list(notification),
  'sandbox outbox show': object({
    id: WHOLE,
    bookingId: TEXT,
    state: TEXT,
    deadline: orNull(MOMENT),
    heldBackBy: orNull(WHOLE),
    ledger: list(
      object({
        attempt: WHOLE,
        at: MOMENT,
        endedAt: orNull(MOMENT),
        resStatus: orNull(TEXT),
        httpStatus: orNull(WHOLE),
        state: orNull(TEXT),
        answer: orNull(TEXT),
        nextAt: orNull(MOMENT),
      }),
    ),
  }),
  'sandbox reset': object({ removed: object({ properties: WHOLE, units: WHOLE }) }),
  'sandbox seed': object(all(['properties', 'units', 'ratePlans', 'nights', 'skipped'], WHOLE)),
  'sandbox status': object({
    dataDir: TEXT,
    servedAt: orNull(TEXT),
    pid: orNull(WHOLE),
    ...all(['properties', 'units', 'ratePlans', 'settings', 'inventory'], WHOLE),
  }),
} as const

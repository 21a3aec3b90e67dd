import type { ErrorCode } from '../../errors.js'

/** What a person reads about a code. */
export interface Explanation {
  /** In a few words, for the list. */
  title: string
  /** What has happened, and why the tool ended there. */
  cause: string
  /** A command line that ends with this code, the state of things in which it does, and the line that it prints. A test types it. */
  example: { when: string; command: string; says: string }
  /** What to do, step by step. */
  remedy: readonly string[]
}

/** Every code once. */
export const EXPLANATIONS: Readonly<Record<ErrorCode, Explanation>> = {
  UNEXPECTED: {
    title: 'a defect of hubswitch',
    cause:
      'Something happened that hubswitch does not provide for. A report is written into the folder "reports" of the data directory, without secrets and without what your files hold.',
    example: {
      when: 'the program itself has a defect',
      command: 'hubswitch property get 1000001',
      says: 'Error: Something went wrong inside hubswitch',
    },
    remedy: [
      'If the command writes, check what has arrived: "hubswitch run list" for pushes, "hubswitch reservation list" for bookings.',
      'Run "hubswitch doctor": a full disk or a wrong folder is found there.',
      'Send the report that the message names to whoever maintains your installation.',
    ],
  },
  DATA_DIRECTORY: {
    title: 'a folder cannot be used',
    cause:
      'hubswitch keeps runs, bookings and locks in its data directory, and profiles in its configuration directory. One of them cannot be read or written, belongs to another user, or can be written to by others. Without it nothing is pushed or booked, because a repetition could not be told from the first time.',
    example: {
      when: 'HUBSWITCH_DATA_DIR=/dev/null/data',
      command: 'hubswitch run list',
      says: 'Error: /dev/null/data/journal.db: a file stands where a directory is needed.',
    },
    remedy: [
      'Run "hubswitch doctor": it names the folder and the command that corrects its owner or permissions.',
      'Or name another folder in HUBSWITCH_DATA_DIR or HUBSWITCH_CONFIG_DIR.',
    ],
  },
  USAGE: {
    title: 'the command line is wrong',
    cause: 'An argument, a flag, a variable or the configuration file says something that cannot be. Nothing was sent.',
    example: {
      when: 'a flag is mistyped',
      command: 'hubswitch property get 1000001 --colums id',
      says: 'Did you mean --columns?',
    },
    remedy: ['Correct what the message names. "--help" behind the command shows its arguments, flags and examples.'],
  },
  PARTIAL: {
    title: 'done in part',
    cause:
      'Part of the work was done and part was not: rows that were wrong or refused, messages that were not taken, an answer that could not be written. What was done stands.',
    example: {
      when: 'two.csv has one good row and one with the date 2027-02-30',
      command: 'hubswitch rates push two.csv --skip-invalid --rejects rejects.csv',
      says: '1 row left out as wrong:',
    },
    remedy: [
      'Read which rows or parts are left: "hubswitch run show --last" after a push.',
      'Correct the rows in the rejects file and push that file.',
    ],
  },
  NO_CREDENTIALS: {
    title: 'nothing to sign in with',
    cause: 'The profile has neither a partner id and secret nor an access token that can be read. Nothing was sent.',
    example: {
      when: 'HUBSWITCH_BASE_URL=https://service.example, and no other variable is set',
      command: 'hubswitch auth whoami',
      says: 'Error: There is no partner id and secret to sign in with.',
    },
    remedy: [
      'On a machine with a person: "hubswitch auth login".',
      'In a script: set HUBSWITCH_PARTNER_ID and HUBSWITCH_PARTNER_SECRET_FILE.',
      '"hubswitch auth status" shows where each secret comes from.',
    ],
  },
  NO_CHANNEL_CREDENTIALS: {
    title: 'no channel credentials',
    cause:
      'Rooms, rates, inventory and the list of products want a second set of credentials in the body of the request, beside the token, and there are none. Nothing was sent.',
    example: {
      when: 'a token is there, HUBSWITCH_CHANNEL_CREDENTIALS is not',
      command: 'hubswitch room list 1000001',
      says: 'Error: This endpoint also wants channel credentials, and there are none.',
    },
    remedy: [
      'Put the JSON object that you were given into a file and run "hubswitch auth login --channel-credentials FILE".',
      'In a script: set HUBSWITCH_CHANNEL_CREDENTIALS_FILE.',
    ],
  },
  SIGN_IN_REFUSED: {
    title: 'the service refused the sign-in',
    cause: 'The service answered and did not accept the partner id and secret, or the token. Nothing was changed.',
    example: {
      when: 'the partner secret is not that of the partner',
      command: 'hubswitch auth whoami',
      says: 'The service does not accept this sign-in',
    },
    remedy: [
      '"hubswitch auth status" shows which partner id and whose secret was used; an environment variable outranks what login has kept.',
      'Run "hubswitch auth login" again.',
      'If the secret is right, run "hubswitch doctor": a clock that is wrong makes every token look expired.',
    ],
  },
  KEYCHAIN_UNAVAILABLE: {
    title: 'the keychain cannot be used',
    cause:
      'The secrets of this profile lie in the keychain of the operating system, which is locked, missing or does not answer, as is usual in cron, in containers and over ssh. Nothing was sent, and no other place was tried.',
    example: {
      when: 'the profile main keeps its secret in the keychain, and the session has no D-Bus',
      command: 'hubswitch auth whoami --profile main',
      says: 'Error: The keychain cannot be used: this session has no D-Bus',
    },
    remedy: [
      'On a desktop: unlock the keychain.',
      'In a script: set HUBSWITCH_PARTNER_ID and HUBSWITCH_PARTNER_SECRET_FILE; variables work without a keychain.',
      'Or keep the secret in a file only you can read: "hubswitch auth login --store file".',
    ],
  },
  NOT_FOUND: {
    title: 'the service does not have it',
    cause: 'The service answered that there is nothing under this id.',
    example: {
      when: 'no property has this id',
      command: 'hubswitch property get 1000777',
      says: 'Error: The service did not find it: There is no property 1000777.',
    },
    remedy: [
      'Check the id: "hubswitch property search", "hubswitch unit list PROPERTY" and "hubswitch reservation list" show them.',
      'Check the service: "hubswitch auth status" shows which one is in use.',
    ],
  },
  FORBIDDEN: {
    title: 'this account may not do that',
    cause: 'The service knows who you are and does not allow this, such as reading the property of another supplier.',
    example: {
      when: 'the property belongs to another supplier',
      command: 'hubswitch property get 1000003',
      says: 'another supplier',
    },
    remedy: [
      '"hubswitch auth whoami" shows the account and what it may.',
      'Use the profile of the supplier that owns it, or ask the service for the permission.',
    ],
  },
  REFUSED: {
    title: 'the service refused the request',
    cause: 'The service understood the request and did not do it. The message quotes its reason.',
    example: {
      when: 'no room can be booked for this night',
      command: 'hubswitch reservation create --file samples/reservation.yaml --check-in 2027-07-02 --nights 1',
      says: 'is not on offer for this stay. Nothing was booked.',
    },
    remedy: [
      'Correct what the service names, and run the command again.',
      'If the reason is not clear, "--debug" shows the request and the answer, without secrets.',
    ],
  },
  INVALID_INPUT: {
    title: 'the input is wrong, nothing was sent',
    cause:
      'A file, a row or a field holds something that cannot be sent, or that could mean two things. Everything is checked before the first request, so nothing has left this machine.',
    example: {
      when: 'prices.csv has the date 2027-02-30 in line 2',
      command: 'hubswitch rates push prices.csv',
      says: 'Error: 1 of 1 row is wrong; nothing was sent.',
    },
    remedy: [
      'Correct the lines that the message names. "--explain-input" shows how a file is read.',
      'To send the good rows now: "--skip-invalid --rejects FILE", then correct FILE and push it.',
    ],
  },
  GUARD_RAIL: {
    title: 'stopped because it looks like an accident',
    cause:
      'The plan is valid, and it changes more than is usual: prices far from the last ones, most of an estate closed, a file that has lost its rows, or a profile that allows no changes. Nothing was sent.',
    example: {
      when: 'HUBSWITCH_ACCESS=read-only',
      command: 'hubswitch property update 1000001 --status INACTIVE',
      says: 'Error: HUBSWITCH_ACCESS is read-only: nothing may be changed at this service.',
    },
    remedy: [
      'Look at the plan with "--dry-run" and correct the file.',
      'If the change is meant, add the flag that the message names; the run keeps it on record.',
    ],
  },
  FINDINGS: {
    title: 'a check has found something',
    cause:
      'A check such as lint, verify or doctor ended well and found what needs a look: a message that a PMS would refuse, nights that differ, something missing.',
    example: {
      when: 'one counter runs through all products of the message',
      command: 'hubswitch resnotif send samples/notification-wrong.xml --to https://pms.example/notifications',
      says: 'Error: The message has 1 error; nothing was sent.',
    },
    remedy: ['Read the findings; each says what was expected and what corrects it.'],
  },
  DEADLINE: {
    title: 'the time was up',
    cause:
      'The time that --deadline allows was over before all was sent. What was acknowledged is kept and is not sent again.',
    example: {
      when: 'one request in two seconds, and a second in all',
      command: 'hubswitch rates push samples/rates.csv --entries 4 --rate 0.5 --deadline 1s',
      says: 'to send the rest; what was acknowledged is not sent again.',
    },
    remedy: ['Send the rest: "hubswitch run resume --last".', 'Or give more time with --deadline.'],
  },
  UNREACHABLE: {
    title: 'no usable answer',
    cause:
      'The service could not be reached, or answered with nothing that can be used, after several attempts. A push can be resumed.',
    example: {
      when: 'nothing listens at the address',
      command: 'hubswitch property count --timeout 1s',
      says: 'could not be reached',
    },
    remedy: [
      'Run "hubswitch doctor": it tells the name, the connection, the certificate and the proxy apart.',
      'Then run the command again; after a push, "hubswitch run resume --last".',
    ],
  },
  DAMAGED: {
    title: 'the journal is damaged',
    cause:
      'The journal holds what was sent and booked from this machine, and part of it is not as it was written: a failing disk, or another program that wrote to it. It is not used, so that nothing is sent or booked twice.',
    example: {
      when: 'another program has written over the journal',
      command: 'hubswitch run list',
      says: 'is damaged',
    },
    remedy: [
      'See what is whole and what is lost: "hubswitch run journal check".',
      'Begin a new journal: "hubswitch run journal set-aside"; it lists what is forgotten with it. Then push everything.',
      'Or restore a backup of the data directory, which keeps older runs and bookings. It counts as an older copy: push everything, and look a booking up before you repeat it.',
    ],
  },
  LOCKED: {
    title: 'another process is at work',
    cause: 'Another push of the same kind, or another process that needs the same file, is at work on this machine.',
    example: {
      when: 'another push of rates to the same service is at work',
      command: 'hubswitch rates push samples/rates.csv',
      says: 'Nothing was sent.',
    },
    remedy: [
      'Wait for it: add "--lock-wait 10m" to a push.',
      'See who it is: "hubswitch run lock list". End it in order: "hubswitch run stop --last".',
    ],
  },
  ANSWER_UNKNOWN: {
    title: 'the answer cannot be understood',
    cause:
      'The service answered, and the answer is not what the interface describes, so that what it says is not known. It is not taken for a success.',
    example: {
      when: 'the service answers with a word where a number belongs',
      command: 'hubswitch property count',
      says: 'the service answered something this version does not understand',
    },
    remedy: [
      'Look at the answer with "--debug".',
      'If the service only uses other names, write them into a wire overlay: docs/overlay.md.',
      'After a write, look up what the service holds before you repeat it.',
    ],
  },
  OUTCOME_UNKNOWN: {
    title: 'it is not known whether it was done',
    cause:
      'A request that changes something went out, and no answer proves that it was done or that it was not. Repeating it could do it twice, so hubswitch does not repeat it.',
    example: {
      when: 'the connection breaks after the request, and the look-up is not answered either',
      command: 'hubswitch property create --file samples/property.yaml',
      says: 'Error: It is not known whether the service has created the property HS-SEAVIEW-1',
    },
    remedy: [
      'A booking: "hubswitch reservation reconcile" looks every open attempt up.',
      'A push: "hubswitch run resume --last" is safe, because values are absolute.',
      'Anything else: look up what the service holds before you repeat the command.',
    ],
  },
  PMS_REFUSED: {
    title: 'the PMS refused the message',
    cause:
      'The property management system answered the notification and did not take it. The reservation stays as it is at the service.',
    example: {
      when: 'the PMS answers with an error',
      command: 'hubswitch resnotif send samples/notification.xml --to https://pms.example/notifications',
      says: 'Error: The PMS refused the message',
    },
    remedy: [
      'Read the reason that the PMS gives, and check the message: "hubswitch resnotif lint FILE".',
      '"hubswitch resnotif fix FILE" corrects what has one way left; then send it again.',
    ],
  },
  INTERRUPTED: {
    title: 'ended by Ctrl-C or a signal',
    cause:
      'Ctrl-C, SIGTERM or a closed terminal ended the command. A push finishes what is in flight and keeps it on record.',
    example: {
      when: 'Ctrl-C while it waits',
      command: 'hubswitch rates push samples/rates.csv --entries 4 --rate 0.5',
      says: 'Interrupted',
    },
    remedy: ['After a push: "hubswitch run resume --last". Else run the command again.'],
  },
}

/** The journal's tables. A later change is a new script at the end; a script that has been released never changes. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE target (
    id INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    service TEXT NOT NULL,
    UNIQUE (service, profile)
  ) STRICT;

  CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target INTEGER NOT NULL REFERENCES target (id),
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    files TEXT NOT NULL,
    command TEXT NOT NULL,
    wire TEXT NOT NULL,
    plan TEXT,
    fault TEXT,
    requests INTEGER NOT NULL DEFAULT 0,
    extra_requests INTEGER NOT NULL DEFAULT 0,
    elapsed_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- One planned request. 'head' holds the series and the field sets, 'ints' three numbers an entry, 'sources' its lines.
  CREATE TABLE batch (
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    hotel TEXT NOT NULL,
    entries INTEGER NOT NULL,
    nights INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    first_night INTEGER NOT NULL,
    last_night INTEGER NOT NULL,
    head TEXT NOT NULL,
    ints BLOB NOT NULL,
    sources BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX batch_place ON batch (run, seq, hotel);

  -- The entries of a batch that share a fate. A batch begins as one piece; a rejected piece is replaced by smaller ones.
  CREATE TABLE piece (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    from_entry INTEGER NOT NULL,
    until_entry INTEGER NOT NULL,
    nights INTEGER NOT NULL,
    state INTEGER NOT NULL DEFAULT 0,
    suspect INTEGER NOT NULL DEFAULT 0,
    sibling_until INTEGER,
    problem TEXT,
    settled_at INTEGER,
    PRIMARY KEY (run, seq, from_entry),
    FOREIGN KEY (run) REFERENCES run (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX piece_pending ON piece (run, seq, from_entry) WHERE state = 0;

  -- What the service has acknowledged: the segments of one room and plan. Room '' means all active rooms.
  CREATE TABLE known (
    id INTEGER PRIMARY KEY,
    target INTEGER NOT NULL REFERENCES target (id),
    kind TEXT NOT NULL,
    hotel TEXT NOT NULL,
    plan TEXT NOT NULL,
    room TEXT NOT NULL,
    run INTEGER NOT NULL,
    head TEXT NOT NULL,
    ints BLOB NOT NULL,
    UNIQUE (target, kind, hotel, plan, room)
  ) STRICT;
  `,
  `
  -- Records of lookup lists as a service gave them. fetched_at is null for one that was seen inside another answer.
  CREATE TABLE lookup (
    service TEXT NOT NULL,
    list TEXT NOT NULL,
    id INTEGER NOT NULL,
    code TEXT,
    name TEXT,
    fetched_at INTEGER,
    PRIMARY KEY (service, list, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What this machine tried to book, written before each request. No cards, no addresses.
  CREATE TABLE attempt (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    service TEXT NOT NULL,
    profile TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    summary TEXT NOT NULL,
    state TEXT NOT NULL,
    booking_id TEXT,
    created_at INTEGER NOT NULL,
    settled_at INTEGER
  ) STRICT;
  CREATE INDEX attempt_by_channel ON attempt (service, channel_id);
  `,
  `
  -- Who is sending it, and the bookings that had its channel id before.
  ALTER TABLE attempt ADD COLUMN holder INTEGER;
  ALTER TABLE attempt ADD COLUMN known TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- What was known, before a run set them, of the cells it set: in the order in which they were set. Only the fields that were set.
  CREATE TABLE before (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    hotel TEXT NOT NULL,
    plan TEXT NOT NULL,
    room TEXT NOT NULL,
    head TEXT NOT NULL,
    ints BLOB NOT NULL,
    laid_head TEXT NOT NULL,
    laid_ints BLOB NOT NULL
  ) STRICT;
  CREATE INDEX before_run ON before (run, hotel);

  -- Which nights the files of a run held for a hotel, those left out as unchanged included.
  CREATE TABLE coverage (
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    hotel TEXT NOT NULL,
    head TEXT NOT NULL,
    ints BLOB NOT NULL,
    PRIMARY KEY (run, hotel)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What a service says of its rooms: how many units there are, and in which currency they are sold.
  CREATE TABLE room_fact (
    target INTEGER NOT NULL REFERENCES target (id),
    hotel TEXT NOT NULL,
    rooms TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    PRIMARY KEY (target, hotel)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Which process sends a run, and whether another one has asked it to stop.
  ALTER TABLE run ADD COLUMN sender INTEGER;
  ALTER TABLE run ADD COLUMN stop_asked_at INTEGER;
  `,
  `
  -- When a request for a piece was last left without a usable answer; when a run was last begun or resumed, and whether it was ever cut short while sending.
  ALTER TABLE piece ADD COLUMN unanswered_at INTEGER;
  ALTER TABLE run ADD COLUMN resumed_at INTEGER;
  ALTER TABLE run ADD COLUMN was_cut INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What an attempt is about, to compare with what the service answers later: property, arrival, and the total that was expected, such as 240.00 EUR.
  ALTER TABLE attempt ADD COLUMN property TEXT;
  ALTER TABLE attempt ADD COLUMN check_in TEXT;
  ALTER TABLE attempt ADD COLUMN expected_total TEXT;
  `,
  `
  -- Source lines that lost nights to later ones (--overlap last-wins), five numbers each: file, line, file and line that won, and whether nothing of it is sent.
  CREATE TABLE replaced (
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    hotel TEXT NOT NULL,
    ints BLOB NOT NULL
  ) STRICT;
  CREATE INDEX replaced_run ON replaced (run);
  `,
  `
  -- Which rate plan sells which room, as answers have shown it.
  CREATE TABLE sold_product (
    service TEXT NOT NULL,
    hotel TEXT NOT NULL,
    plan TEXT NOT NULL,
    room TEXT NOT NULL,
    PRIMARY KEY (service, hotel, plan, room)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Runs that have been removed to keep the journal small, and what they were.
  CREATE TABLE pruned (
    run INTEGER PRIMARY KEY,
    target INTEGER NOT NULL REFERENCES target (id),
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    pruned_at INTEGER NOT NULL
  ) STRICT;

  -- The checksums of long rows, made by whoever writes them (rowDigest): cheaper than reading the row back from SQLite.
  ALTER TABLE batch ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE before ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE known ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What was asked, without card, phone and postal address, to judge what is found later; every booking that it became, with its last known state;
  -- and the field that an answer said otherwise. An attempt whose look-up failed may have been answered: an older release did not keep which.
  ALTER TABLE attempt ADD COLUMN asked TEXT;
  ALTER TABLE attempt ADD COLUMN bookings TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE attempt ADD COLUMN disputed TEXT;
  UPDATE attempt SET bookings = json_object(booking_id, state) WHERE booking_id IS NOT NULL;
  UPDATE attempt SET state = 'answered' WHERE state = 'unknown';
  `,
  `
  -- The total at which a booking was first held, such as 240.00 EUR; in what it was last seen to differ from what was asked; when a confirmation was last sent.
  ALTER TABLE attempt ADD COLUMN held_total TEXT;
  ALTER TABLE attempt ADD COLUMN differs TEXT;
  ALTER TABLE attempt ADD COLUMN confirm_sent_at INTEGER;
  `,
  `
  -- From here on 'ints' and 'sources' of batch, known, before and coverage may be packed (see packed-ints): older releases would take them for other numbers.
  `,
  `
  -- Calendars that were in a journal without its mark, and the last run it had: what that and earlier runs had acknowledged may be older than the service's.
  CREATE TABLE unproven (
    target INTEGER NOT NULL REFERENCES target (id),
    kind TEXT NOT NULL,
    hotel TEXT NOT NULL,
    until_run INTEGER NOT NULL,
    PRIMARY KEY (target, kind, hotel)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- From here on 'head' of batch and known may hold prices as hundredths and flags as digits (see field-columns): older releases would take them for other values.
  `,
  `
  -- The time, if any, of which a journal that was copied or had lost its mark may lack bookings, until somebody vouches for it.
  CREATE TABLE booking_gap (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    since INTEGER,
    until INTEGER NOT NULL
  ) STRICT;
  `,
]

/** Longest range of nights that one entry of rates or inventory may name: ten years. */
export const RANGE_NIGHTS_MAX = 3660

/**
 * The store's tables, oldest script first. A later change appends a script.
 * Records are JSON as the interface spells them; a column is drawn from them where a query needs it.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  partner_id TEXT NOT NULL UNIQUE,
  secret_hash TEXT NOT NULL,
  name TEXT NOT NULL,
  may_read_all INTEGER NOT NULL,
  channel_id TEXT NOT NULL,
  duty_hash TEXT NOT NULL,
  channel_user TEXT NOT NULL
) STRICT;

CREATE TABLE properties (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  supplier_id INTEGER NOT NULL REFERENCES accounts (id),
  hotel_code TEXT NOT NULL UNIQUE,
  distributor_type TEXT,
  rating INTEGER,
  record TEXT NOT NULL,
  hub_switch_id TEXT NOT NULL UNIQUE AS (record ->> 'hubSwitchId') STORED,
  name TEXT NOT NULL AS (record ->> 'name') STORED,
  deleted INTEGER NOT NULL AS (coalesce(record ->> 'isDeletedBySupplier', 0)) STORED,
  active INTEGER NOT NULL AS (
    upper(record ->> 'status') = 'ACTIVE' AND NOT coalesce(record ->> 'isDeletedBySupplier', 0) AND NOT coalesce(record ->> 'isPermanentlyClosed', 0)
  ) STORED
) STRICT;
CREATE INDEX properties_by_supplier ON properties (supplier_id);
INSERT INTO sqlite_sequence (name, seq) VALUES ('properties', 1000000);

CREATE TABLE property_info (
  property_id INTEGER PRIMARY KEY REFERENCES properties (id),
  record TEXT NOT NULL,
  latitude REAL AS (CAST(record ->> '$.geoCode.latitude' AS REAL)) STORED,
  longitude REAL AS (CAST(record ->> '$.geoCode.longitude' AS REAL)) STORED,
  property_type_id INTEGER AS (record ->> 'propertyTypeId') STORED
) STRICT;
CREATE INDEX property_info_by_place ON property_info (latitude, longitude);

CREATE TABLE property_facilities (
  property_id INTEGER NOT NULL REFERENCES properties (id),
  facility_id INTEGER NOT NULL,
  PRIMARY KEY (property_id, facility_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX property_facilities_by_facility ON property_facilities (facility_id);

CREATE TABLE units (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  property_id INTEGER NOT NULL REFERENCES properties (id),
  room_code TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0,
  record TEXT NOT NULL,
  type_id INTEGER NOT NULL AS (record ->> 'sellableUnitTypeId') STORED,
  base_price REAL AS (record ->> 'basePrice') STORED,
  UNIQUE (property_id, room_code)
) STRICT;
INSERT INTO sqlite_sequence (name, seq) VALUES ('units', 100);

CREATE TABLE rate_plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  property_id INTEGER NOT NULL REFERENCES properties (id),
  plan_code TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0,
  record TEXT NOT NULL,
  UNIQUE (property_id, plan_code)
) STRICT;
INSERT INTO sqlite_sequence (name, seq) VALUES ('rate_plans', 500);

CREATE TABLE rate_plan_units (
  plan_id INTEGER NOT NULL REFERENCES rate_plans (id),
  unit_id INTEGER NOT NULL REFERENCES units (id),
  quantity INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (plan_id, unit_id)
) STRICT, WITHOUT ROWID;

-- One series per room and rate plan; plan 0 stands for the room without a plan.
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  unit_id INTEGER NOT NULL REFERENCES units (id),
  plan_id INTEGER NOT NULL DEFAULT 0,
  UNIQUE (unit_id, plan_id)
) STRICT;

-- night = days since 1970-01-01. Null = never set. No foreign key: it would cost a look-up per night of every load.
CREATE TABLE settings (
  series_id INTEGER NOT NULL,
  night INTEGER NOT NULL,
  price TEXT,
  currency TEXT,
  min_stay INTEGER,
  max_stay INTEGER,
  closed INTEGER,
  closed_to_arrival INTEGER,
  closed_to_departure INTEGER,
  PRIMARY KEY (series_id, night)
) STRICT, WITHOUT ROWID;

CREATE TABLE inventory (
  unit_id INTEGER NOT NULL,
  night INTEGER NOT NULL,
  available INTEGER,
  PRIMARY KEY (unit_id, night)
) STRICT, WITHOUT ROWID;

-- 0, 1, 2 …: what a range is joined with to become nights.
CREATE TABLE steps (n INTEGER PRIMARY KEY) STRICT;
INSERT INTO steps WITH RECURSIVE count (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n + 1 < ${RANGE_NIGHTS_MAX}) SELECT n FROM count;
`,
  `
-- Ids of a unit in source systems; what a unit's own record says of itself has no row here.
CREATE TABLE unit_identifiers (
  id INTEGER PRIMARY KEY,
  unit_id INTEGER NOT NULL REFERENCES units (id) ON DELETE CASCADE,
  source_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX unit_identifiers_by_unit ON unit_identifiers (unit_id);
CREATE INDEX unit_identifiers_by_value ON unit_identifiers (value, source_id);
CREATE INDEX units_by_supplier_unit ON units (CAST(record ->> 'supplierUnitId' AS TEXT));
CREATE INDEX units_by_room_code ON units (room_code);
`,
  `
-- Facility ids are ids of facility metadata; value is JSON text.
ALTER TABLE property_facilities ADD COLUMN source_id INTEGER NOT NULL DEFAULT 1;
ALTER TABLE property_facilities ADD COLUMN value TEXT;

CREATE TABLE property_media (
  id INTEGER PRIMARY KEY,
  property_id INTEGER NOT NULL REFERENCES properties (id),
  url TEXT NOT NULL,
  type_id INTEGER NOT NULL,
  is_main INTEGER NOT NULL,
  is_logo INTEGER NOT NULL,
  sort_order INTEGER NOT NULL
) STRICT;
CREATE INDEX property_media_by_property ON property_media (property_id, sort_order);

CREATE TABLE property_identifiers (
  property_id INTEGER NOT NULL REFERENCES properties (id),
  source_id INTEGER NOT NULL,
  identifier TEXT NOT NULL,
  url TEXT,
  PRIMARY KEY (property_id, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE property_reviews (
  id INTEGER PRIMARY KEY,
  property_id INTEGER NOT NULL REFERENCES properties (id),
  source_id INTEGER NOT NULL,
  rating REAL,
  rating_max REAL,
  review_count INTEGER,
  url TEXT,
  last_update TEXT
) STRICT;
CREATE INDEX property_reviews_by_property ON property_reviews (property_id);

-- A list that is everything has no members of its own: it holds every property.
CREATE TABLE property_lists (
  id INTEGER PRIMARY KEY,
  domain TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  is_everything INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO property_lists VALUES (1, 'stays.example', 'All stays', 1);

CREATE TABLE property_list_members (
  list_id INTEGER NOT NULL REFERENCES property_lists (id),
  property_id INTEGER NOT NULL REFERENCES properties (id),
  PRIMARY KEY (list_id, property_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX property_list_members_by_property ON property_list_members (property_id);
`,
  `
CREATE TABLE reservations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  property_id INTEGER NOT NULL REFERENCES properties (id),
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  channel_id TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX reservations_by_channel ON reservations (channel_id);
CREATE INDEX reservations_by_property ON reservations (property_id);
INSERT INTO sqlite_sequence (name, seq) VALUES ('reservations', 900000);

-- Units of a room that a reservation takes on a night.
CREATE TABLE reservation_nights (
  reservation_id INTEGER NOT NULL REFERENCES reservations (id) ON DELETE CASCADE,
  unit_id INTEGER NOT NULL,
  night INTEGER NOT NULL,
  units INTEGER NOT NULL,
  PRIMARY KEY (reservation_id, unit_id, night)
) STRICT, WITHOUT ROWID;
`,
  `
-- Notifications to the PMS. attempts counts all of them, series_start those before the present series; times are epoch milliseconds.
-- A row is worked on by whoever holds its lease, until lease_until.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reservation_id INTEGER NOT NULL REFERENCES reservations (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  source TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  series_start INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  lease_until INTEGER NOT NULL DEFAULT 0,
  lease_holder TEXT,
  answer TEXT,
  http_status INTEGER,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER
) STRICT;
CREATE INDEX outbox_by_reservation ON outbox (reservation_id, id);
CREATE INDEX outbox_waiting ON outbox (next_at) WHERE state = 'waiting';

-- Faults on order. requests counts those that a rule was asked about, remaining those that it still spoils (null = no end).
CREATE TABLE fault_rules (
  id INTEGER PRIMARY KEY,
  rule TEXT NOT NULL,
  requests INTEGER NOT NULL DEFAULT 0,
  remaining INTEGER
) STRICT;
`,
  `
-- Pending reservations hold their units until held_until (epoch milliseconds of the sandbox's clock) and are subtracted when the calendar is
-- read. Those of older data had been subtracted from the counts already: that is taken back. unit_count: units free where no count is set.
ALTER TABLE reservations ADD COLUMN held_until INTEGER NOT NULL DEFAULT 0;
UPDATE reservations SET held_until = created_at + 3600000;
ALTER TABLE reservation_nights ADD COLUMN unit_count INTEGER NOT NULL DEFAULT 0;
UPDATE inventory SET available = available + h.units FROM (
  SELECT n.unit_id, n.night, sum(n.units) AS units FROM reservation_nights AS n JOIN reservations AS r ON r.id = n.reservation_id
  WHERE r.state = 'pending' GROUP BY n.unit_id, n.night
) AS h WHERE h.unit_id = inventory.unit_id AND h.night = inventory.night;
CREATE INDEX reservations_held ON reservations (held_until) WHERE state = 'pending';
`,
  `
-- series_at: when the present series had its first attempt. arrived: an attempt may have reached the PMS, so that it may have the message.
ALTER TABLE outbox ADD COLUMN series_at INTEGER;
ALTER TABLE outbox ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET arrived = 1 WHERE attempts > 0 AND (delivered_at IS NOT NULL OR http_status IS NULL);
`,
  `
-- series_arrived: the same as arrived, of the present series alone.
ALTER TABLE outbox ADD COLUMN series_arrived INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET series_arrived = arrived;
`,
  `
-- taken: the PMS said that it took the message, if only in part, so that it has the booking. res_status: what the last request was.
ALTER TABLE outbox ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN res_status TEXT;
UPDATE outbox SET taken = 1 WHERE delivered_at IS NOT NULL;
`,
  `
-- known: the PMS said of a booking that it exists already when no attempt had reached it before, as far as is known here. It may have it.
ALTER TABLE outbox ADD COLUMN known INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET known = 1 WHERE kind <> 'cancel' AND taken = 0 AND arrived = 0 AND answer LIKE '%(code 127)%';
`,
  `
-- Calendars that were seeded, as ranges of nights in their order (JSON; the later of two wins). What stands night by night wins over them, field by
-- field. nights: how many different nights they cover.
CREATE TABLE setting_ranges (series_id INTEGER PRIMARY KEY, nights INTEGER NOT NULL, ranges TEXT NOT NULL) STRICT;
CREATE TABLE inventory_ranges (unit_id INTEGER PRIMARY KEY, nights INTEGER NOT NULL, ranges TEXT NOT NULL) STRICT;

-- The last change of a property by kind; what a process keeps of it in memory is read anew. Property 0 stands for all of them.
CREATE TABLE changes (kind INTEGER NOT NULL, property_id INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, property_id)) STRICT, WITHOUT ROWID;
CREATE INDEX changes_by_seq ON changes (seq);

-- A count of properties and the lowest price of one read an index alone.
CREATE INDEX properties_counted ON properties (deleted, supplier_id, distributor_type);
CREATE INDEX units_by_price ON units (property_id, type_id, deleted, base_price);
`,
  `
-- What was tried with each message. holder: the lease under which it was; ended_at stays null where the process ended before the answer.
CREATE TABLE outbox_attempts (
  message_id INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  holder TEXT NOT NULL,
  at INTEGER NOT NULL,
  ended_at INTEGER,
  res_status TEXT,
  http_status INTEGER,
  state TEXT,
  answer TEXT,
  next_at INTEGER,
  PRIMARY KEY (message_id, attempt)
) STRICT, WITHOUT ROWID;
`,
  `
-- JSON: what was asked in the same attempt before the request that it ended with.
ALTER TABLE outbox_attempts ADD COLUMN earlier TEXT;
`,
  `
-- JSON: why a message is tried no more. Null while it waits, and of what ended before this was kept.
ALTER TABLE outbox ADD COLUMN ended TEXT;
`,
  `
-- What the answer of an attempt proves, whatever follows it: the state of a message that is tried again is another.
ALTER TABLE outbox_attempts ADD COLUMN proves TEXT;
`,
]

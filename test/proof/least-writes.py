"""What --changes-only sends of a real calendar, counted by a reader and a service that share no code with the project.

    python3 test/proof/least-writes.py calendar.csv.gz [--share 0.05] [--stays 0.01] [--seed 1]

The file holds one listing and night a row: listing_id, date, price, minimum_nights, maximum_nights. It is pushed in full to a service that
records every value it is sent, then a copy with other prices (and other minimum stays) is pushed with --changes-only. The values that the
second push sends must be those that differ between the two files, each once, and the service must end with the second file.
"""
import argparse
import csv
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from datetime import date, timedelta
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COLUMNS = {'price': 'price', 'min_stay': 'minimum_nights', 'max_stay': 'maximum_nights'}


def read_rows(name):
    opened = gzip.open(name, 'rt', newline='') if name.endswith('.gz') else open(name, newline='')
    with opened as file:
        return list(csv.DictReader(file))


def amount(text):
    return Decimal(text.replace('$', '').replace(',', ''))


def values_of(rows):
    """{(listing, night): {field: value}}, without the rows that no stay could be booked by."""
    cells = {}
    for row in rows:
        fields = {}
        if row['price'] != '':
            fields['price'] = amount(row['price'])
        for field in ('min_stay', 'max_stay'):
            if row[COLUMNS[field]] != '':
                fields[field] = int(row[COLUMNS[field]])
        if fields.get('min_stay', 0) > fields.get('max_stay', 1 << 40):
            continue
        cells[(row['listing_id'], row['date'])] = fields
    return cells


class Recorder(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    held = {}
    sent = []
    requests = 0
    lock = threading.Lock()

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('content-length', 0)))
        path = self.path.split('?')[0]
        if path == '/api/v1/partners/get-token':
            return self.answer({'result': {'tokenType': 'Bearer', 'accessToken': 'a.eyJleHAiOjQwMDAwMDAwMDB9.b', 'expiresIn': 3600}, 'status': 'success', 'message': None, 'executionTime': 1})
        if path == '/v1/room_settings':
            self.record(json.loads(body, parse_float=Decimal))
        return self.answer({'success': True, 'error': None, 'processing_times': {}, 'rooms': []})

    def record(self, message):
        with Recorder.lock:
            Recorder.requests += 1
            for entry in message['room_settings']:
                night, last = date.fromisoformat(entry.pop('from')), date.fromisoformat(entry.pop('to'))
                # A sign such as $ is that of many currencies, so it is named; it goes with each price and is none of the values counted.
                assert entry.pop('currency', 'USD') == 'USD'
                while night <= last:
                    cell = Recorder.held.setdefault((str(message['hotel_code']), night.isoformat()), {})
                    for field, value in entry.items():
                        value = Decimal(value) if field == 'price' else value
                        cell[field] = value
                        Recorder.sent.append((str(message['hotel_code']), night.isoformat(), field, value))
                    night += timedelta(days=1)

    def answer(self, document):
        text = json.dumps(document).encode()
        self.send_response(200)
        self.send_header('content-type', 'application/json')
        self.send_header('content-length', str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


def change(rows, share, stays, seed, target):
    chance = random.Random(seed)
    with open(target, 'w', newline='') as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        for row in rows:
            other = dict(row)
            if row['price'] != '' and chance.random() < share:
                other['price'] = f"${amount(row['price']) + chance.randint(1, 30):,.2f}"
            if row['minimum_nights'] != '' and chance.random() < stays:
                other['minimum_nights'] = str(int(row['minimum_nights']) + 1)
            writer.writerow(other)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('calendar')
    parser.add_argument('--share', type=float, default=0.05)
    parser.add_argument('--stays', type=float, default=0.0)
    parser.add_argument('--seed', type=int, default=1)
    given = parser.parse_args()
    server = ThreadingHTTPServer(('127.0.0.1', 0), Recorder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        env = {**{name: value for name, value in os.environ.items() if not name.startswith('HUBSWITCH_')},
               'HOME': folder, 'HUBSWITCH_CONFIG_DIR': f'{folder}/config', 'HUBSWITCH_DATA_DIR': f'{folder}/data', 'HUBSWITCH_RATE': '10000',
               'HUBSWITCH_BASE_URL': f'http://127.0.0.1:{server.server_address[1]}', 'HUBSWITCH_PARTNER_ID': 'proof', 'HUBSWITCH_PARTNER_SECRET': 'proof',
               'HUBSWITCH_CHANNEL_CREDENTIALS': '{"id":1,"duty_code":"proof"}'}

        def push(file, *more):
            Recorder.sent, Recorder.requests = [], 0
            columns = ','.join(f'{ours}={theirs}' for ours, theirs in {'hotel_code': 'listing_id', **COLUMNS}.items())
            done = subprocess.run(['node', f'{ROOT}/bin/run.cjs', 'rates', 'push', file, '--map', columns, '--ignore-columns', 'available,adjusted_price', '--past', 'send', '--currency', 'USD',
                                   '--skip-invalid', '--yes', '--json', *more], env=env, capture_output=True, text=True)
            if done.returncode not in (0, 3):
                sys.exit(f'the push ended with {done.returncode}: {done.stdout[-2000:]} {done.stderr[-2000:]}')
            return json.loads(done.stdout)

        first = read_rows(given.calendar)
        changed = f'{folder}/changed.csv'
        change(first, given.share, given.stays, given.seed, changed)
        before, after = values_of(first), values_of(read_rows(changed))
        full = push(given.calendar)
        loaded = len(Recorder.sent)
        assert Recorder.held == before, 'the full push did not arrive as the file has it'
        answer = push(changed, '--changes-only')
        sent = sorted(Recorder.sent)
        differing = sorted((listing, night, field, value) for (listing, night), fields in after.items() for field, value in fields.items()
                           if before.get((listing, night), {}).get(field) != value)
        print(f'{os.path.basename(given.calendar)}: {len(first):,} rows, {len(before):,} nights, {loaded:,} values in the full push ({full["run"]["requests"]:,} requests)')
        print(f'  differ: {len(differing):,} values ({", ".join(f"{sum(one[2] == field for one in differing):,} {field}" for field in COLUMNS)})')
        print(f'  sent:   {len(sent):,} values ({", ".join(f"{sum(one[2] == field for one in sent):,} {field}" for field in COLUMNS)}), {Recorder.requests:,} requests; the push itself says {answer["plan"]["values"]:,}')
        merged = {cell: {**before.get(cell, {}), **fields} for cell, fields in {**before, **after}.items()}
        # The currency that goes with a price is a value of its own to the push.
        counted = len(differing) + sum(one[2] == 'price' for one in differing)
        if sent != differing or Recorder.held != merged or answer['plan']['values'] != counted:
            sys.exit('NOT the same')
        again = push(changed, '--changes-only')
        print(f'  the same, to the unit; pushed once more: {len(Recorder.sent)} values, {again["plan"]["unchangedValues"]:,} left out')
        if Recorder.sent:
            sys.exit('something was sent again')


main()

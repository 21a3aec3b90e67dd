"""Known secrets in many spellings at every place where they come in or come back: none may be seen or kept.

    python3 test/proof/canaries.py [--rounds data,error,header,redirect,html,torn,kill] [--only 'rates push'] [--keep]

A line of Python's own stands between hubswitch and a sandbox. It takes a partner secret, a token and channel credentials of its own, and answers
with all of them, in every spelling below, wherever the round says: in every name and text of an answer, as the reason of a refusal, in headers,
cookies, redirects, pages and torn answers. A PMS of the same kind answers notifications. Every command runs against it, plain, with --json and with
--debug, and is killed in one round. What is looked through afterwards: standard output and error, every file below the configuration and data folder
(databases and their logs byte for byte), logs, summaries, what a monitor received, rejects, saved plans and pages, and the command line and environment
of every process that hubswitch starts. A secret counts as seen where the first or the last half of any spelling stands. Shares no code with the project.
"""
import argparse
import base64
import html
import json
import os
import quopri
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUN = ['node', os.path.join(ROOT, 'bin', 'run.js')]
USER = {'secret': 'demo-supplier', 'token': 'Bearer', 'duty': '15786', 'pms': 'front-desk'}
SECRETS = {
    'secret': 'zq7é+W/k"9&c<R>t=Ux4 vB',
    'token': 'opq.Tk+8Vw/3~Zm_5Jr-7Hs=' + 'Qy2Lx9' * 8,
    'duty': "dy4'Kp%8\\nF3§wG6",
    'pms': 'pmß{5Xc}7Vb"1Nm,2Ql',
    'card': '4539148803436467',
}


def spellings(name):
    """{how: text or bytes} of one secret; what equals another spelling is left out."""
    plain = SECRETS[name]
    raw = plain.encode()
    pair = base64.b64encode((USER.get(name, 'u') + ':' + plain).encode()).decode()
    escaped = ''.join('\\u%04x' % unit for unit in memoryview(plain.encode('utf-16-le')).cast('H'))
    inner = json.dumps(plain)
    found = {
        'plain': plain,
        'NFD': unicodedata.normalize('NFD', plain),
        'NFC': unicodedata.normalize('NFC', plain),
        'percent': urllib.parse.quote(plain, safe=''),
        'plus': urllib.parse.quote_plus(plain),
        'percent, all': ''.join('%%%02x' % byte for byte in raw),
        'percent twice': urllib.parse.quote(urllib.parse.quote(plain, safe=''), safe=''),
        'base64': base64.b64encode(raw).decode(),
        'base64 unpadded': base64.b64encode(raw).decode().rstrip('='),
        'base64 url': base64.urlsafe_b64encode(raw).decode(),
        'base64 of user:secret': pair,
        'base64 inside, 1': base64.b64encode(b'x' + raw + b'yz').decode(),
        'base64 inside, 2': base64.b64encode(b'xy' + raw + b'z').decode(),
        'base64 of UTF-16': base64.b64encode(plain.encode('utf-16-le')).decode(),
        'base64 of UTF-16 BE': base64.b64encode(plain.encode('utf-16-be')).decode(),
        'hex': raw.hex(),
        'HEX': raw.hex().upper(),
        'JSON': inner[1:-1],
        'JSON, all \\u': escaped,
        'JSON in JSON': json.dumps(inner)[1:-1],
        'JSON in JSON, all \\u': json.dumps(escaped)[1:-1],
        'HTML': html.escape(plain),
        'HTML decimal': ''.join('&#%d;' % ord(character) for character in plain),
        'HTML hex': ''.join('&#x%X;' % ord(character) for character in plain),
        'quoted-printable': quopri.encodestring(raw, quotetabs=True).decode(),
        'quoted-printable, all': ''.join('=%02X' % byte for byte in raw),
        'blanks': ' '.join(plain),
        'in fours': ' '.join(plain[at:at + 4] for at in range(0, len(plain), 4)),
        'dashes': '-'.join(plain[at:at + 4] for at in range(0, len(plain), 4)),
    }
    if name == 'card':
        return {how: found[how] for how in ('plain', 'in fours', 'dashes')}
    return found


ALL = [(name, how, text) for name in SECRETS for how, text in spellings(name).items()]
NEEDLES = {}
for _name, _how, _text in ALL:
    # A card is shown by its last four digits, and often by its first six.
    halves = [_text] if _name == 'card' else [_text[:(len(_text) + 1) // 2], _text[len(_text) // 2:]]
    for half in halves:
        NEEDLES.setdefault(half.encode(), (_name, _how))


def blob(form='text', without=()):
    shown = [text for name, _, text in ALL if name != 'card' and name not in without]
    random.shuffle(shown)
    if form == 'header':
        return ' | '.join(text for text in shown if text.isascii() and '\n' not in text and '\r' not in text)[:12000]
    return ' | '.join(shown)


TEXTS = re.compile(r'name|text|description|comment|title|message|addressLine|cityName|legalCompanyName|alternativeName|created_?by|fax|website', re.I)


def tainted(value, key=''):
    if isinstance(value, dict):
        return {name: tainted(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [tainted(inner, key) for inner in value]
    return value + ' ' + blob() if isinstance(value, str) and TEXTS.search(key) else value


class Line(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    target = ''
    mode = 'data'
    slow = 0.0
    tokens = {}
    refused = []

    def log_message(self, *_):
        pass

    def do_any(self):
        body = self.rfile.read(int(self.headers.get('content-length') or 0))
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(url.query)
        if self.path.endswith('/ping'):
            return self.reply(200, b'ok')
        if '/pms' in url.path:
            return self.spoilt(self.mode if self.mode != 'data' else 'error')
        if url.path.endswith('/get-token') or url.path.endswith('/refresh-token'):
            if url.path.endswith('/get-token') and query.get('partnerSecret') != [SECRETS['secret']]:
                return self.json(401, {'result': None, 'status': 'fail', 'message': 'wrong ' + blob()})
            self.own()
            return self.json(200, {'tokenType': 'Bearer', 'expiresIn': 3600, 'accessToken': SECRETS['token'], 'note': blob()})
        if self.headers.get('authorization') != 'Bearer ' + SECRETS['token']:
            return self.json(401, {'message': blob()})
        if self.slow:
            time.sleep(self.slow)
        if self.mode not in ('data', 'kill'):
            return self.spoilt(self.mode)
        if body.startswith(b'{') and b'"credentials"' in body:
            given = json.loads(body)
            given['credentials'] = {'id': 15786, 'duty_code': 'sandbox-duty', 'user': 'demo'}
            body = json.dumps(given).encode()
        status, answer = self.ask(self.path, body)
        try:
            answer = json.dumps(tainted(json.loads(answer))).encode()
        except ValueError:
            pass
        self.reply(status, answer, {'x-note': blob('header'), 'set-cookie': 'a=' + SECRETS['token']})

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_any

    def own(self):
        status, answer = self.ask('/api/v1/partners/get-token?partnerId=demo-supplier&partnerSecret=sandbox-supplier', b'', 'GET' if self.command == 'GET' else 'POST')
        Line.tokens['own'] = json.loads(answer)['accessToken'] if status == 200 else ''

    def ask(self, path, body, method=None):
        headers = {'content-type': 'application/json'}
        if Line.tokens.get('own'):
            headers['authorization'] = 'Bearer ' + Line.tokens['own']
        request = urllib.request.Request(Line.target + path, data=body or None, method=method or self.command, headers=headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def spoilt(self, mode):
        # A process that sends to a PMS is not signed in at the service: what it was never given it cannot know.
        unknown = ('token',) if '/pms' in self.path else ()
        told, header = blob(without=unknown), blob('header', unknown)
        if mode == 'redirect':
            return self.reply(302, told.encode(), {'location': 'https://elsewhere.example/' + header.replace(' ', '%20')})
        if mode == 'header':
            return self.reply(403, b'', {'x-note': header, 'www-authenticate': 'Basic realm="%s"' % header.replace('"', ''), 'retry-after': '0'})
        if mode == 'html':
            return self.reply(400, ('<html><title>%s</title><body>%s</body></html>' % (told, told)).encode(), {'content-type': 'text/html'})
        if mode == 'torn':
            return self.reply(200, json.dumps({'result': {'name': told}, 'message': told}).encode()[:-3])
        if '/pms' in self.path and random.random() < 0.7:
            text = html.escape(told)
            return self.reply(200, ('<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05"><Errors><Error Type="3" Code="450" ShortText="%s">%s</Error></Errors></OTA_HotelResNotifRS>' % (text, text)).encode(), {'content-type': 'text/xml'})
        fault = {'code': told, 'message': told, 'details': [{'field': told, 'message': told}]}
        self.json(random.choice([400, 403, 404, 422]), {'result': None, 'success': False, 'status': 'fail', 'message': told, 'error': fault, 'errors': fault['details'], 'path': told})

    def json(self, status, value):
        self.reply(status, json.dumps(value, ensure_ascii=random.random() < 0.5).encode())

    def reply(self, status, body, headers=None):
        self.send_response(status)
        for name, value in {'content-type': 'application/json', **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header('content-length', str(len(body)))
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(body)


class Monitor(BaseHTTPRequestHandler):
    received = []

    def do_POST(self):
        Monitor.received.append(self.path.encode() + b'\n' + self.rfile.read(int(self.headers.get('content-length') or 0)))
        self.send_response(200)
        self.send_header('content-length', '0')
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *_):
        pass


def serve(handler):
    server = ThreadingHTTPServer(('127.0.0.1', 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return 'http://127.0.0.1:%d' % server.server_address[1]


class Finds:
    def __init__(self):
        self.seen = {}

    def look(self, data, where):
        for needle, (name, how) in NEEDLES.items():
            if needle in data and (name, how, where) not in self.seen:
                at = data.index(needle)
                self.seen[(name, how, where)] = data[max(0, at - 60):at + len(needle) + 20]
                print('SEEN', name, '|', how, '|', where, '|', self.seen[(name, how, where)][:160], flush=True)


def descendants(pid):
    found, queue = [], [pid]
    while queue:
        one = queue.pop()
        try:
            for task in os.listdir('/proc/%d/task' % one):
                with open('/proc/%d/task/%s/children' % (one, task)) as file:
                    kids = [int(kid) for kid in file.read().split()]
                found += kids
                queue += kids
        except OSError:
            pass
    return found


def watch(process, finds, words):
    """The command line of the process and of all that it starts, and the environment of the latter."""
    while process.poll() is None:
        for pid, names in [(process.pid, ['cmdline'])] + [(kid, ['cmdline', 'environ']) for kid in descendants(process.pid)]:
            for name in names:
                try:
                    with open('/proc/%d/%s' % (pid, name), 'rb') as file:
                        finds.look(file.read(), '%s of a process of "%s"' % (name, words))
                except OSError:
                    pass
        time.sleep(0.02)


COMMANDS = [
    'auth status', 'auth whoami', 'auth refresh', 'auth token', 'profile list', 'api GET /api/v1/properties/1000001', 'api POST /v1/rooms --set hotel_code=1000001',
    'api GET /api/v1/nowhere --query note={secret}', 'property create --file samples/property.yaml', 'unit add 1000001 --file samples/room-double.yaml',
    'unit add 1000001 --file samples/room-seaview.yaml', 'unit add 1000001 --file samples/room-suite.yaml', 'property get 1000001 --with facilities',
    'property search --latitude 48.2 --longitude 16.3 --radius 10', 'property count', 'property facets', 'property info set 1000001 --file samples/property-info.yaml',
    'property info get 1000001', 'property update 1000001 --name New', 'property update 1000001 --name New2 --dry-run', 'property export 1000001 --out {out}/export.yaml',
    'property apply {out}/export.yaml', 'property facilities 1000001', 'property identifiers 1000001', 'property ids 1000001', 'property logos 1000001', 'property by-channel 1',
    'property list-id stays.example', 'property details samples/property.yaml', 'property sitemap samples/property.yaml', 'room list 1000001', 'unit list 1000001', 'unit get 101',
    'unit update 101 --name en:Other --merge', 'unit identifiers 101', 'unit find a b', 'unit types', 'unit payment-types', 'facility list', 'facility get 1',
    'inventory push samples/inventory.yaml --log-file {out}/a.log --log-format json --summary {out}/a.html --summary-format html --ping-url {ping}',
    'rates push samples/rates.csv --dry-run', 'rates push samples/rates.csv --save-plan {out}/a.plan', 'rates push --plan {out}/a.plan --log-file {out}/b.log --summary {out}/b.md',
    'rates push {out}/bad.csv --rejects {out}/rejects.csv --skip-invalid', 'rates push {out}/bad.csv', 'rates push {out}/bad.yaml', 'rates push {out}/bad.csv --explain-input',
    'rates push samples/own-codes.csv --map samples/mapping.yaml', 'map check samples/mapping.yaml samples/own-codes.csv', 'map check {out}/map.yaml {out}/bad.csv',
    'rates push samples/seasons.yaml --changes-only --keep-going', 'run list', 'run show --last --rows', 'run verify --last --sample 3', 'run undo --last', 'run resume --last', 'run stop --last',
    'run lock list', 'run journal check', 'run prune --keep 1 --dry-run', 'calendar show 1000001 --from 2027-07-01 --nights 7 --html {out}/calendar.html', 'calendar check 1000001 --room 101 --from 2027-07-01 --nights 3 --ask',
    'rate-plan create 1000001 --file samples/rate-plan.yaml', 'product list 1000001', 'product search 1000001 --check-in 2027-07-01 --nights 3 --adults 2',
    'reservation create --file samples/reservation.yaml', 'reservation create --file {out}/booking.yaml --allow-duplicate', 'reservation confirm 900001', 'reservation lookup --booking-id 900001', 'reservation list', 'reservation reconcile',
    'reservation card 900001 --card-stdin', 'resnotif explain {out}/note.xml', 'resnotif lint {out}/note.xml', 'resnotif fix {out}/note.xml --save {out}/fixed.xml', 'resnotif preview samples/reservation.yaml --save {out}/preview.xml',
    'resnotif send samples/notification.xml --to {line}/pms --auth basic', 'resnotif send samples/notification.xml --to {line}/pms --auth username-token --envelope soap11 --force', 'property get {secret}', 'rates push {secret}.csv',
]


class Bench:
    def __init__(self, folder, finds, only):
        self.folder, self.finds, self.only = folder, finds, only
        self.out = os.path.join(folder, 'out')
        os.makedirs(self.out)
        self.line, self.ping = serve(Line), serve(Monitor)
        self.env = {
            'PATH': os.environ['PATH'], 'HOME': folder, 'HUBSWITCH_CONFIG_DIR': folder + '/config', 'HUBSWITCH_DATA_DIR': folder + '/data', 'HUBSWITCH_CACHE_DIR': folder + '/cache',
            'HUBSWITCH_WRITES_PER_MINUTE': '600000', 'HUBSWITCH_BASE_URL': self.line, 'HUBSWITCH_PARTNER_ID': USER['secret'], 'HUBSWITCH_PARTNER_SECRET': SECRETS['secret'],
            'HUBSWITCH_CHANNEL_CREDENTIALS': json.dumps({'id': 15786, 'duty_code': SECRETS['duty'], 'user': 'demo'}), 'HUBSWITCH_PMS_CREDENTIALS': json.dumps({'username': USER['pms'], 'password': SECRETS['pms']}),
            'HUBSWITCH_DISTRIBUTOR_ID': 'demo-distributor', 'HUBSWITCH_DISTRIBUTOR_CODE': 'DEMO',
        }
        Line.target, self.sandbox = self.start_sandbox()
        self.runs = 0
        self.codes = {}

    def start_sandbox(self):
        env = {**self.env, 'HUBSWITCH_DATA_DIR': self.folder + '/sandbox-data', 'HUBSWITCH_CONFIG_DIR': self.folder + '/sandbox-config'}
        for name in list(env):
            if 'SECRET' in name or 'CREDENTIALS' in name or name.endswith('BASE_URL'):
                del env[name]
        process = subprocess.Popen(RUN + ['sandbox', 'start', '--port', '0', '--memory', '--json'], env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return json.loads(process.stdout.readline())['url'], process

    def inputs(self):
        """Files in which a person has left a secret where it does not belong."""
        cells = [text.replace('\n', ' ') for name, _, text in ALL if name in ('secret', 'duty')]
        with open(self.out + '/bad.csv', 'w', newline='') as file:
            file.write('hotel,room,from,to,price,currency\n')
            for cell in cells:
                quoted = '"%s"' % cell.replace('"', '""')
                file.write('1000001,101,2027-03-01,2027-03-02,%s,EUR\n1000001,%s,2027-03-01,2027-03-02,10,EUR\n' % (quoted, quoted))
        with open(self.out + '/bad.yaml', 'w') as file:
            file.write('hotel: 1000001\ncurrency: EUR\nrates:\n' + ''.join('  - room: %s\n    from: %s\n' % (json.dumps(cell), json.dumps(cell)) for cell in cells[:12]))
        with open(self.out + '/map.yaml', 'w') as file:
            file.write('rooms:\n' + ''.join('  %s: %d\n' % (json.dumps(cell), 101 + at) for at, cell in enumerate(cells[:12])))
        with open(ROOT + '/samples/reservation.yaml') as file:
            text = file.read()
        with open(self.out + '/booking.yaml', 'w') as file:
            file.write(text + '\ncomment: %s\n' % json.dumps(blob()))
        with open(ROOT + '/samples/notification.xml') as file:
            text = file.read()
        with open(self.out + '/note.xml', 'w') as file:
            file.write(text.replace('<Surname>', '<Surname>' + html.escape(SECRETS['pms']) + ' ', 1))

    def args(self, words):
        values = {'out': self.out, 'line': self.line, 'ping': self.ping + '/check/1', 'secret': SECRETS['secret']}
        return [re.sub(r'\{(\w+)\}', lambda found: values[found[1]], word) for word in words.split()]

    def run(self, words, extra=(), stdin='', kill=None):
        if self.only and self.only not in words:
            return
        args = self.args(words)
        process = subprocess.Popen(RUN + args + list(extra) + ([] if '--yes' in extra else ['--yes']), cwd=ROOT, env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # What a person types as an argument stands in the command line of that process, and is theirs.
        watcher = None if '{secret}' in words else threading.Thread(target=watch, args=(process, self.finds, words))
        if watcher:
            watcher.start()
        if kill:
            threading.Timer(0.25 + random.random() * 0.6, lambda: process.poll() is None and process.send_signal(kill)).start()
        try:
            out, err = process.communicate(stdin.encode(), timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            print('TIME', words, extra)
        if watcher:
            watcher.join()
        self.runs += 1
        self.codes[process.returncode] = self.codes.get(process.returncode, 0) + 1
        told = ' '.join([words, *extra])
        if words != 'auth token':
            self.finds.look(out, 'stdout of ' + told)
        self.finds.look(err, 'stderr of ' + told)

    def round(self, mode, every):
        Line.mode = mode
        for words in COMMANDS:
            stdin = json.dumps({'holderName': 'Ada', 'number': SECRETS['card'], 'expiryMonth': 12, 'expiryYear': 2030, 'cvc': '739'}) if 'card' in words else ''
            for extra in every:
                self.run(words, extra, stdin, random.choice([signal.SIGKILL, signal.SIGTERM]) if mode == 'kill' else None)
        self.kept('round ' + mode)

    def kept(self, when):
        # Rejected rows are the caller's own cells again, to be corrected and pushed, and a corrected message is the caller's own message.
        own = {self.folder + '/out/' + name for name in ('bad.csv', 'rejects.csv', 'bad.yaml', 'map.yaml', 'booking.yaml', 'note.xml', 'fixed.xml')}
        for place, _, names in os.walk(self.folder):
            for name in names:
                file = os.path.join(place, name)
                if file in own or '/cache/' in file or name == 'secrets.json':
                    continue
                with open(file, 'rb') as opened:
                    self.finds.look(opened.read(), os.path.relpath(file, self.folder) + ' after ' + when)
        self.finds.look(b'\n'.join(Monitor.received), 'what the monitor received')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--rounds', default='data,error,header,redirect,html,torn,kill')
    parser.add_argument('--only')
    parser.add_argument('--forms', default='plain,json,debug')
    parser.add_argument('--keep', action='store_true')
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    folder = tempfile.mkdtemp(prefix='canaries-')
    finds = Finds()
    bench = Bench(folder, finds, options.only)
    forms = {'plain': [], 'json': ['--json'], 'debug': ['--debug', '--output', 'table']}
    try:
        bench.inputs()
        for mode in options.rounds.split(','):
            bench.round(mode, [forms[form] for form in options.forms.split(',')])
    finally:
        bench.sandbox.kill()
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(folder)
    ends = ', '.join('%s: %d' % one for one in sorted(bench.codes.items()))
    print('%d commands (exit codes %s), %d spellings searched: %d seen' % (bench.runs, ends, len(ALL), len(finds.seen)))
    return 1 if finds.seen else 0


if __name__ == '__main__':
    sys.exit(main())

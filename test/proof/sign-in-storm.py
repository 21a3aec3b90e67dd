#!/usr/bin/env python3
"""Many processes that need a token at once, some of them killed: python3 test/proof/sign-in-storm.py [processes] [rounds] [file|keychain|none]

Starts a service of its own that counts sign-ins, signs three profiles in, and then in each round takes all tokens back and starts the processes.
In every third round the service takes no secret (all must end with 4), and in every round some processes are killed with SIGKILL. A wait for the
sign-in of another that runs out must end with 10, never 11; no token is lost, and none serves another profile.
Needs the built command line (npm run build). Exit 0 = every claim below held.
"""
import base64, collections, http.server, itertools, json, os, random, shutil, signal, subprocess, sys, tempfile, threading, time, urllib.parse

PROCESSES = int(sys.argv[1]) if len(sys.argv) > 1 else 30
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
STORE = sys.argv[3] if len(sys.argv) > 3 else 'file'
PROFILES = ['one', 'two', 'three']
# Longer than any wait of one process: what is measured is that it ends, and how, not the machine.
BOUND_S = 600
BIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'bin', 'run.js')

state = {'lock': threading.Lock(), 'tokens': {}, 'numbers': itertools.count(1), 'calls': collections.Counter(), 'accepts': True}
secret_of = lambda partner: f'secret-of-{partner}'


def mint(partner):
    claims = base64.urlsafe_b64encode(json.dumps({'exp': int(time.time()) + 3600, 'n': next(state['numbers'])}).encode()).decode().rstrip('=')
    token = f'h.{claims}.s'
    state['tokens'][token] = partner
    return token


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header('content-type', 'application/json')
        self.send_header('content-length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def serve(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        self.rfile.read(int(self.headers.get('content-length') or 0))
        name = url.path.rsplit('/', 1)[1]
        partner = query.get('partnerId')
        with state['lock']:
            owner = state['tokens'].get((self.headers.get('authorization') or '').removeprefix('Bearer '))
            state['calls'][name, partner or owner] += 1
        fail = {'status': 'fail', 'result': None, 'message': 'wrong partner, secret or token', 'executionTime': 1}
        if name == 'get-token':
            time.sleep(random.uniform(0.05, 0.4))
            with state['lock']:
                if not state['accepts'] or query.get('partnerSecret') != secret_of(partner):
                    return self.answer(401, fail)
                return self.answer(200, {'tokenType': 'Bearer', 'expiresIn': 3600, 'accessToken': mint(partner)})
        if owner is None:
            return self.answer(401, fail)
        if name == 'refresh-token':
            with state['lock']:
                return self.answer(200, {'tokenType': 'Bearer', 'expiresIn': 3600, 'accessToken': mint(owner)})
        self.answer(200, {'status': 'success', 'message': None, 'executionTime': 1, 'result': {'id': 1, 'partnerId': owner, 'name': owner, 'isActive': True}})

    do_GET = do_POST = serve


def environment(home, profile):
    own = {'PATH': os.environ['PATH'], 'HOME': home, 'NO_COLOR': '1', 'HUBSWITCH_CONFIG_DIR': f'{home}/config', 'HUBSWITCH_DATA_DIR': f'{home}/data', 'HUBSWITCH_CACHE_DIR': f'{home}/cache'}
    own.update({name: os.environ[name] for name in ('DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME') if name in os.environ})
    if STORE == 'none':
        own.update({'HUBSWITCH_BASE_URL': base, 'HUBSWITCH_PARTNER_ID': profile, 'HUBSWITCH_PARTNER_SECRET': secret_of(profile)})
    else:
        own['HUBSWITCH_PROFILE'] = profile
    return own


def start(args, profile, stdin=subprocess.DEVNULL):
    return subprocess.Popen(['node', BIN, *args], env=environment(home, profile), stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


faults = []


def claim(holds, words):
    if not holds:
        faults.append(words)
        print('FAULT', words, flush=True)


def play(number):
    accepts = number % 3 != 2
    with state['lock']:
        state['tokens'].clear()
        state['calls'].clear()
        state['accepts'] = accepts
    begun = time.monotonic()
    running = [(profile := PROFILES[i % len(PROFILES)], start(['auth', 'whoami', '--json'], profile)) for i in range(PROCESSES)]
    victims = random.sample(range(PROCESSES), max(1, PROCESSES // 10))
    killers = [threading.Timer(random.uniform(0.5, 4), running[i][1].send_signal, [signal.SIGKILL]) for i in victims]
    for killer in killers:
        killer.start()
    codes = collections.Counter()
    killed = collections.Counter()
    late = 0
    for index, (profile, process) in enumerate(running):
        try:
            out, err = process.communicate(timeout=max(1, BOUND_S - (time.monotonic() - begun)))
        except subprocess.TimeoutExpired:
            process.kill()
            killed[profile] += 1
            claim(False, f'round {number}: a process of {profile} was still running after {BOUND_S} s')
            continue
        codes[process.returncode] += 1
        if process.returncode == -signal.SIGKILL and index in victims:
            killed[profile] += 1
            continue
        if process.returncode == 10 and 'There is no token yet' in out:
            late += 1
            continue
        claim(process.returncode == (0 if accepts else 4), f'round {number}: exit {process.returncode} of {profile}: {out[-400:]}{err[-400:]}')
        claim(not accepts or json.loads(out).get('partnerId') == profile, f'round {number}: {profile} was answered as somebody else')
        claim(secret_of(profile) not in out + err, f'round {number}: a secret of {profile} was printed')
    for killer in killers:
        killer.cancel()
    seconds = time.monotonic() - begun
    for profile in PROFILES:
        signed = state['calls']['get-token', profile]
        members = sum(1 for one, _ in running if one == profile)
        most = members if STORE == 'none' else 1 + killed[profile]
        # Who had not begun to wait when the refusal came may try once for itself.
        claim(not accepts or signed <= most, f'round {number}: {signed} sign-ins of {profile}, {most} at most')
        claim(accepts or signed <= members, f'round {number}: {signed} refused sign-ins of {profile} by {members} processes')
    print(f'round {number + 1}/{ROUNDS} {"right" if accepts else "wrong"} secret: exits {dict(codes)}, sign-ins { {p: state["calls"]["get-token", p] for p in PROFILES} }, waited in vain {late}, {seconds:.1f} s', flush=True)
    return seconds


def main():
    if STORE != 'none':
        for profile in PROFILES:
            login = start(['auth', 'login', '--profile', profile, '--base-url', base, '--partner-id', profile, '--secret-stdin', '--store', STORE], profile, subprocess.PIPE)
            _, err = login.communicate(secret_of(profile) + '\n', timeout=BOUND_S)
            claim(login.returncode == 0, f'login of {profile}: {err}')
    seconds = [play(number) for number in range(ROUNDS)]
    # What is kept afterwards belongs to its own profile.
    state['accepts'] = True
    for profile in PROFILES:
        out, err = start(['auth', 'whoami', '--json'], profile).communicate(timeout=BOUND_S)
        claim(json.loads(out).get('partnerId') == profile, f'{profile} ended as {out}{err}')
    print(f'{PROCESSES} processes, {ROUNDS} rounds, store {STORE}: longest round {max(seconds):.1f} s, {len(faults)} faults')
    return 1 if faults else 0


home = tempfile.mkdtemp(prefix='hubswitch-storm-')
server = Server(('127.0.0.1', 0), Service)
base = f'http://127.0.0.1:{server.server_address[1]}'
threading.Thread(target=server.serve_forever, daemon=True).start()
try:
    code = main()
finally:
    shutil.rmtree(home, ignore_errors=True)
sys.exit(code)

"""Messages through "resnotif listen --forward-to" to a PMS that is killed while they go: none lost, none doubled, no byte changed.

Usage: python3 test/proof/forward/forward.py [MESSAGES] [AT_ONCE] [KILLS] [REPLAYS]      (1000 30 2 100)
The hub here sends a message again where it got no answer or 502, 503 or 504, as hubs do. Then some are replayed. Needs a build (dist).
"""
import collections
import hashlib
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MESSAGES, AT_ONCE, KILLS, REPLAYS = [int(sys.argv[i]) if len(sys.argv) > i else n for i, n in ((1, 1000), (2, 30), (3, 2), (4, 100))]
work = Path(tempfile.mkdtemp(prefix='hubswitch-forward-'))
ENV = {**os.environ, 'HOME': str(work), 'HUBSWITCH_CONFIG_DIR': str(work / 'config'), 'HUBSWITCH_DATA_DIR': str(work / 'data'), 'NO_COLOR': '1'}


def hubswitch(*args):
    return ['node', str(ROOT / 'bin/run.cjs'), *map(str, args)]


def run(*args):
    return subprocess.run(hubswitch(*args), env=ENV, capture_output=True, text=True)


def start_pms(port):
    process = subprocess.Popen(
        [sys.executable, str(ROOT / 'test/proof/forward/pms.py'), str(work / 'ledger'), '--port', str(port), '--bytes', str(work / 'wire'), '--delay-ms', '5'],
        stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline().split()
    return process, int(line[1])


def main():
    made = run('resnotif', 'generate', '--seed', 19, '--count', MESSAGES, '--xml', '--out', work / 'messages')
    assert made.returncode == 0, made.stderr
    files = sorted((work / 'messages').iterdir())
    bodies = [file.read_bytes() for file in files]
    pms, port = start_pms(0)
    forwarder = subprocess.Popen(
        hubswitch('resnotif', 'listen', '--port', 0, '--forward-to', f'http://127.0.0.1:{port}/pms', '--keep', 20 * MESSAGES, '--quiet', '--json'),
        env=ENV, stdout=open(work / 'shown', 'w'), stderr=subprocess.PIPE, text=True)
    # --quiet keeps the notice back, so the port is asked for where it stands.
    listening = None
    while listening is None:
        time.sleep(0.2)
        found = subprocess.run(['sh', '-c', f'cat /proc/{forwarder.pid}/net/tcp'], capture_output=True, text=True).stdout
        inodes = {os.readlink(f'/proc/{forwarder.pid}/fd/{fd}') for fd in os.listdir(f'/proc/{forwarder.pid}/fd') if os.path.islink(f'/proc/{forwarder.pid}/fd/{fd}')}
        for line in found.splitlines()[1:]:
            parts = line.split()
            if parts[3] == '0A' and f'socket:[{parts[9]}]' in inodes:
                listening = int(parts[1].split(':')[1], 16)

    lock = threading.Lock()
    posts, answers, statuses, longest = collections.Counter(), {}, collections.Counter(), [0.0]
    done = [0]

    def send(number):
        digest = hashlib.sha256(bodies[number]).hexdigest()
        for _ in range(400):
            with lock:
                posts[digest] += 1
            began = time.monotonic()
            try:
                connection = http.client.HTTPConnection('127.0.0.1', listening, timeout=60)
                connection.request('POST', '/', bodies[number], {'Content-Type': 'text/xml; charset=utf-8'})
                answer = connection.getresponse()
                body, status = answer.read(), answer.status
                connection.close()
            except OSError:
                status, body = 0, b''
            with lock:
                statuses[status] += 1
                longest[0] = max(longest[0], time.monotonic() - began)
            if status == 200:
                with lock:
                    answers[number] = body
                    done[0] += 1
                return True
            time.sleep(0.2)
        return False

    kills = 0
    began = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        sent = [pool.submit(send, number) for number in range(MESSAGES)]
        while not all(one.done() for one in sent):
            time.sleep(0.02)
            if kills < KILLS and done[0] >= (kills + 1) * MESSAGES // (KILLS + 1):
                pms.send_signal(signal.SIGKILL)
                pms.wait()
                time.sleep(0.7)
                pms, _ = start_pms(port)
                kills += 1
        ended = [one.result() for one in sent]
    seconds = time.monotonic() - began

    ledger = [json.loads(line) for line in open(work / 'ledger', encoding='utf-8') if line.strip().endswith('}')]
    booked = collections.Counter(entry['id'] for entry in ledger)
    wire = [line.split(' ')[:2] for line in open(work / 'wire', encoding='ascii') if line.count(' ') > 1]
    arrived = collections.Counter(hashlib.sha256(bytes.fromhex(request)).hexdigest() for request, _ in wire)
    gave = collections.defaultdict(set)
    for request, answer in wire:
        gave[hashlib.sha256(bytes.fromhex(request)).hexdigest()].add(bytes.fromhex(answer))
    kept = run('resnotif', 'listen', 'list', '--json')
    records = json.loads(kept.stdout)
    problems = {
        'not answered': ended.count(False),
        'lost': MESSAGES - len(booked),
        'booked twice': sum(1 for count in booked.values() if count > 1),
        'changed on the way': sum(1 for digest in arrived if digest not in posts),
        'passed on more often than sent': sum(1 for digest, count in arrived.items() if count > posts[digest]),
        'answer changed on the way': sum(1 for number, body in answers.items() if body not in gave[hashlib.sha256(bodies[number]).hexdigest()]),
        'records missing or too many': sum(posts.values()) - len(records),
        'success without the PMS': sum(1 for one in records if one['state'] == 'delivered' and one['status'] != 200),
    }

    # Replays: the same bytes again, which the PMS knows by their EchoToken.
    chosen = [one for one in records if one['state'] == 'delivered'][:REPLAYS]
    with ThreadPoolExecutor(2) as pool:
        codes = collections.Counter(one.returncode for one in pool.map(lambda one: run('resnotif', 'replay', one['id']), chosen))
    ledger = [json.loads(line) for line in open(work / 'ledger', encoding='utf-8') if line.strip().endswith('}')]
    problems['replay failed'] = len(chosen) - codes[0]
    problems['replay booked'] = len(ledger) - len(booked)
    forwarder.send_signal(signal.SIGINT)
    code = forwarder.wait(20)
    problems['forwarder ended badly'] = 0 if code == 0 else 1
    pms.kill()
    modes = {oct(os.stat(path).st_mode & 0o777) for path in (work / 'data/forwarded').iterdir()} | {oct(os.stat(work / 'data/forwarded').st_mode & 0o777)}
    problems['open to others'] = len(modes - {'0o600', '0o700'})
    print(f'{MESSAGES} messages, {AT_ONCE} at once, PMS killed {kills} times: {sum(posts.values())} posts in {seconds:.1f} s '
          f'({dict(statuses)}), longest {longest[0]:.1f} s, {len(records)} records, {len(chosen)} replayed {dict(codes)}.')
    wrong = {name: count for name, count in problems.items() if count}
    print('Wrong:', wrong if wrong else 'nothing')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())

"""Attacks on the files that hubswitch reads and writes: what it did, and whether a file of somebody else was changed.

    python3 test/proof/file-attacks.py ['secrets.json']

Each attack has a home of its own. A line says what the tool did: exit code, seconds and its first words. An attack succeeded where the command did not
end, where the victim's file was changed or read, or where the words that were to come did not. Shares no code with the project. Those with another owner need root.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUN = ['node', os.path.join(ROOT, 'bin', 'run.js')]
OTHER = 65534
LIMIT = 90
CONFIG = 'profiles:\n  p:\n    partnerId: x\n    baseUrl: http://127.0.0.1:1\n    store: file\ncurrent: p\n'
STATUS, LIST, LOCKS = 'auth status', 'run list', 'run lock list'
PUSH = 'rates push samples/rates.csv --yes'
LOG, SUMMARY, PLAN, REJECTS, SAVE = PUSH + ' --log-file {d}/x', PUSH + ' --summary {d}/x.txt', 'rates push samples/rates.csv --save-plan {d}/x', 'rates push {d}/bad.csv --skip-invalid --yes --rejects {d}/x.csv', 'resnotif fix samples/notification-wrong.xml --save {d}/x.xml'


def write(path, text='', mode=0o600):
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    with open(path, 'w') as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def link(target):
    def make(path):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        os.symlink(target if target.startswith('/') else os.path.join(os.path.dirname(path), target), path)
    return make


def fifo(path):
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    os.mkfifo(path, 0o600)


def foreign(text=''):
    return lambda path: os.chown(write(path, text), OTHER, OTHER)


def folder(mode, text):
    def make(path):
        write(path, text)
        os.chmod(os.path.dirname(path), mode)
    return make


def victim(home):
    return os.path.join(home, 'victim')


def attacks():
    c, s, j, p, x = '{d}/config/config.yaml', '{d}/config/secrets.json', '{d}/data/journal.db', '{d}/data/pace.db', '{d}/x'
    return [
        ('config.yaml is a FIFO', c, fifo, STATUS, 'no plain file'),
        ('config.yaml is a link to /dev/zero', c, link('/dev/zero'), STATUS, 'no plain file'),
        ('config.yaml is a link into /proc', c, link('/proc/self/environ'), STATUS, '.'),
        ('config.yaml may be written by all', c, lambda at: write(at, CONFIG, 0o666), STATUS, 'chmod go-w'),
        ('config folder is 0777', c, folder(0o777, CONFIG), STATUS, 'chmod go-w'),
        ('secrets.json may be read by all', s, lambda at: (write(at.replace('secrets.json', 'config.yaml'), CONFIG), write(at, '{"p":{"partnerSecret":"longsecret"}}', 0o644)), 'auth whoami', 'chmod 600'),
        ('secrets.json belongs to another', s, lambda at: (write(at.replace('secrets.json', 'config.yaml'), CONFIG), foreign('{}')(at)), 'auth whoami', 'another user'),
        ('secrets.json is a FIFO', s, lambda at: (write(at.replace('secrets.json', 'config.yaml'), CONFIG), fifo(at)), 'auth whoami', 'no plain file'),
        ('journal is a link to the victim', j, link('../victim'), LIST, 'symbolic link'),
        ('journal is a FIFO', j, fifo, LIST, 'FIFO'),
        ('journal belongs to another', j, foreign(), LIST, 'another user'),
        ('the write-ahead log is a link', j + '-wal', lambda at: (write(at[:-4]), link('../victim')(at)), LIST, 'symbolic link'),
        ('data folder is 0777', j, folder(0o777, ''), LIST, 'chmod go-w'),
        ('pace is a link to the victim', p, link('../victim'), PUSH, '.'),
        ('data folder is below /proc', None, lambda at: None, LIST, '.'),
        ('the secret is a FIFO without a writer', '{d}/fifo', fifo, 'auth whoami', 'nothing came'),
        ('the secret is /dev/zero', None, lambda at: None, 'auth whoami', 'no secret'),
        ('log is a link to the victim', x, link('victim'), LOG, 'no earlier --log-file|symbolic link'),
        ('log belongs to another', x, foreign(), LOG, 'another user'),
        ('log is a FIFO', x, fifo, LOG, 'not a plain file|no (?:plain|regular) file'),
        ('summary is a link to the victim', x + '.txt', link('victim'), SUMMARY, '.'),
        ('saved plan is a link to the victim', x, link('victim'), PLAN, 'symbolic link'),
        ('rejects are a link to the victim', x + '.csv', link('victim'), REJECTS, 'symbolic link'),
        ('a message is saved through a link', x + '.xml', link('victim'), SAVE, 'link'),
        ('the folder of locks is a link', '{d}/data/locks', link('../elsewhere'), LOCKS, 'symbolic link'),
        ('the folder of compiled code is a link', '{d}/cache/compiled', link('../elsewhere'), '--version', 'hubswitch'),
    ]


def environment(home, name):
    env = {'PATH': os.environ['PATH'], 'HOME': home, 'HUBSWITCH_CONFIG_DIR': home + '/config', 'HUBSWITCH_DATA_DIR': home + '/data', 'HUBSWITCH_CACHE_DIR': home + '/cache', 'HUBSWITCH_BASE_URL': 'http://127.0.0.1:1', 'HUBSWITCH_PARTNER_ID': 'x'}
    if 'secrets.json' in name:
        return {one: value for one, value in env.items() if one not in ('HUBSWITCH_BASE_URL', 'HUBSWITCH_PARTNER_ID')}
    if name.startswith('the secret is'):
        return {**env, 'HUBSWITCH_PARTNER_SECRET_FILE': home + '/fifo' if 'FIFO' in name else '/dev/zero'}
    if 'below /proc' in name:
        env['HUBSWITCH_DATA_DIR'] = '/proc/1/x'
    return {**env, 'HUBSWITCH_ACCESS_TOKEN': 'token-of-nobody', 'HUBSWITCH_CHANNEL_CREDENTIALS': '{"id":1,"duty_code":"secret-code","user":"u"}'}


def main():
    open_ones = 0
    for name, path, make, words, wanted in [one for one in attacks() if len(sys.argv) < 2 or sys.argv[1] in one[0]]:
        home = tempfile.mkdtemp(prefix='attack-')
        write(victim(home), 'untouched')
        os.makedirs(home + '/elsewhere')
        write(home + '/bad.csv', 'hotel,room,from,to,price,currency\n1000001,101,2027-03-01,2027-03-02,x,EUR\n')
        make(path.format(d=home) if path else None)
        began = time.time()
        try:
            done = subprocess.run(RUN + words.format(d=home).split(), cwd=ROOT, env=environment(home, name), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT)
            code, told = done.returncode, done.stdout.decode(errors='replace')
        except subprocess.TimeoutExpired:
            code, told = 'no end', ''
        with open(victim(home)) as file:
            is_whole = file.read() == 'untouched' and os.stat(victim(home)).st_mode & 0o777 == 0o600
        is_closed = code != 'no end' and is_whole and 'Something went wrong' not in told and re.search(wanted, told) is not None
        open_ones += not is_closed
        line = next((one for one in told.splitlines() if re.search(wanted, one) and one.strip()), told.strip()[:200])
        print('%s | %s | exit %s | %.1f s | %s' % ('held' if is_closed else 'OPEN', name, code, time.time() - began, line.replace(home, '~').strip()[:170]), flush=True)
        shutil.rmtree(home, ignore_errors=True)
    print('%d attacks, %d open' % (len(attacks()), open_ones))
    return 1 if open_ones else 0


if __name__ == '__main__':
    sys.exit(main())

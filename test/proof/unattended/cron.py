"""Ten minutes of a real cron daemon against a service that shares no code with the project, and a judge that keeps a model of its own.

    sudo python3 test/proof/unattended/cron.py        # needs the packages cron and a sendmail (such as exim4), and node bin/build.js

Two lines push every minute and wait for each other. A token is withdrawn in round 3, a third line gets in the way in round 4, a push is killed in
round 5, the disk fills up in round 6 and the journal is damaged before round 8; whoever reads the mails does what they say. All mounts are in a
name space of its own: the crontabs, the mail program and the disks of this machine stay as they are.
"""
import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time

from before_sending import fill, small
from machine import NODE, ROOT, Machine

ROUNDS = 10
TOKEN, IN_THE_WAY, KILL, FULL, DAMAGE = 3, 4, 5, 6, 8
MAILS = {KILL: [r'^Killed'], IN_THE_WAY: [r'Error: Locked by the rates push of process'], FULL: [r'the disk is full'] * 2, DAMAGE: [r'is damaged and is not used'] * 2}


def main():
    if os.environ.get('HUBSWITCH_CRON_PROOF') is None:
        os.execvpe('unshare', ['unshare', '--mount', sys.executable, *sys.argv], {**os.environ, 'HUBSWITCH_CRON_PROOF': '1'})
    m = Machine()
    m.service.delay = 0.4
    small(m, '16m')
    cron = None
    try:
        if 60 - time.time() % 60 < 10:
            time.sleep(20)
        start = int(time.time() // 60) + 1
        cron = start_cron(m, start)
        problems = [problem for number in range(1, ROUNDS + 1) for problem in play(m, number, start)]
        problems += m.leaks(*(open(f'{m.folder}/mail/{name}').read() for name in os.listdir(f'{m.folder}/mail')))
        print(open(f'{m.folder}/push.log').read() if os.path.exists(f'{m.folder}/push.log') else 'NO LOG')
        for problem in problems:
            print(f'WRONG: {problem}')
        sys.exit(1 if problems else 0)
    finally:
        if cron is not None:
            cron.kill()
        m.remove()


def start_cron(m, start):
    etc = f'{m.folder}/../{os.path.basename(m.folder)}-cron'
    for name in ('tabs', 'd'):
        os.makedirs(f'{etc}/{name}', mode=0o700)
    os.makedirs(f'{m.folder}/mail')
    write(f'{etc}/sendmail', f'#!/bin/sh\ncat > "{m.folder}/mail/$(date +%s.%N)"\n', 0o755)
    write(f'{etc}/crontab', '', 0o600)
    # Cron puts the variables of a crontab into the head of each mail: secrets are named by file.
    for name in ('HUBSWITCH_PARTNER_SECRET', 'HUBSWITCH_CHANNEL_CREDENTIALS', 'HUBSWITCH_PING_URL'):
        write(f'{etc}/{name}', m.env[name], 0o600)
    lines = [f'{name}_FILE={etc}/{name}' if os.path.exists(f'{etc}/{name}') else f'{name}={value}' for name, value in m.env.items() if name not in ('LOGNAME', 'PATH')]
    push = f"{NODE} {ROOT}/bin/run.cjs rates push {m.folder}/%s.csv {m.flags} --log-file {m.folder}/push.log"
    lines += [f'* * * * * {push % name} --lock-wait 40s' for name in ('a', 'b')]
    lines += [f'{(start + IN_THE_WAY - 1) % 60} * * * * sleep 2; {push % "c"}']
    write(f'{etc}/tabs/root', '\n'.join(['MAILTO=pms@localhost', 'PATH=/usr/bin:/bin', *lines, '']), 0o600)
    for source, target in (('tabs', '/var/spool/cron/crontabs'), ('d', '/etc/cron.d'), ('crontab', '/etc/crontab'), ('sendmail', os.path.realpath('/usr/sbin/sendmail'))):
        subprocess.run(['mount', '--bind', f'{etc}/{source}', target], check=True)
    subprocess.run(['mount', '-t', 'tmpfs', 'tmpfs', '/run'], check=True)
    return subprocess.Popen(['/usr/sbin/cron', '-f', '-L', '0'])


def play(m, number, start):
    """One minute: files before it, an accident within it, and a look at everything near its end."""
    files = {name: m.write(f'{name}.csv', nights=6, price=100 + 10 * number, hotel=hotel) for name, hotel in (('a', '1000001'), ('b', '1000002'), ('c', '1000003'))}
    del files['c']
    before, seen = dict(m.service.held), set(os.listdir(f'{m.folder}/mail'))
    first = m.service.writes
    killed = threading.Event()
    m.service.before = {
        TOKEN: lambda service, handler, at: at == first + 3 and withdraw(service, handler), FULL: lambda service, handler, at: at == first + 3 and bool(fill(m)),
        # It is answered no more before it is dead, however long it takes to find out who it is.
        KILL: lambda service, handler, at: at == first + 3 and killed.wait(20),
    }.get(number)
    until((start + number - 1) * 60)
    if number == KILL:
        m.until(lambda: m.service.writes >= first + 3)
        os.kill(holder(m), 9)
        killed.set()
    until((start + number - 1) * 60 + 35)
    m.service.before = None
    mails = [open(f'{m.folder}/mail/{name}').read() for name in sorted(set(os.listdir(f'{m.folder}/mail')) - seen)]
    told = [mail.split('\n\n', 1)[1] for mail in mails]
    print(f'\n=== round {number}: {m.service.writes - first} writes, {len(mails)} mails, {m.service.sign_ins} sign-ins by now')
    for mail in told:
        print('  | ' + m.plain(mail).rstrip().replace('\n', '\n  | '))
    return [f'round {number}: {problem}' for problem in (*judge_cells(m, number, before, files), *judge_mails(number, told), *recover(m, number), *judge_journal(m, number, files))]


def judge_cells(m, number, before, files):
    want = {cell: price for prices in files.values() for cell, price in prices.items()}
    held = m.service.held
    if number not in (KILL, FULL, DAMAGE):
        return [f'{cell} is {held.get(cell)}, not {price}' for cell, price in want.items() if held.get(cell) != price] + [f'{cell} was never in a file' for cell in held if cell not in want]
    return [f'{cell} is {price}, which is in no file' for cell, price in held.items() if price not in (before.get(cell), want[cell])]


def judge_mails(number, told):
    want = MAILS.get(number, [])
    if len(told) != len(want):
        return [f'{len(told)} mails where {len(want)} were due']
    return [f'a mail without {words}: {mail}' for words, mail in zip(want, told) if re.search(words, mail) is None] + [f'a mail that is too long: {len(mail)}' for mail in told if len(mail) > 4000]


def recover(m, number):
    """What the person does who reads the mails."""
    if number == FULL:
        os.remove(f'{m.folder}/small/fill')
        code, words = m.run('run resume --last --yes')
        print(f'  run resume --last -> {code}: {m.plain(words).splitlines()[0]}')
        return [] if code == 0 else [f'run resume ended with {code}: {words}']
    if number == DAMAGE:
        code, words = m.run('run journal set-aside --yes')
        print(f'  run journal set-aside -> {code}: {m.plain(words).splitlines()[0]}')
        return [] if code == 0 else [f'set-aside ended with {code}: {words}']
    return []


def judge_journal(m, number, files):
    """The journal against the model: what it calls acknowledged is what the service holds."""
    runs = m.runs() or []
    told = [(run['id'], run['state'], run['nights']['acknowledged'], run['nights']['planned']) for run in runs]
    print(f'  journal: {told[:4]}')
    problems = []
    if number == KILL and not any(state == 'interrupted' for _, state, _, _ in told[:2]):
        problems.append(f'no interrupted run in {told[:2]}')
    if number not in (KILL, FULL, DAMAGE) and [(state, done) for _, state, done, _ in told[:2]] != [('done', 6)] * 2:
        problems.append(f'the journal tells another story: {told[:3]}')
    if number == DAMAGE - 1:
        spoil(m)
    return problems


def spoil(m):
    name = f'{m.folder}/small/data/journal.db'
    with sqlite3.connect(name) as journal:
        journal.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    journal.close()
    size = os.path.getsize(name)
    with open(name, 'r+b') as file:
        for at in range(16384, size, 16384):
            file.seek(at + 15000)
            file.write(b'\x5a' * 1300)


def holder(m):
    code, text = m.run('run lock list --json')
    locks = json.loads(text)
    return next(lock['process'] for lock in locks)


def withdraw(service, handler):
    service.tokens.clear()
    handler.answer(401, {'result': None, 'status': 'fail', 'message': 'The token has expired.', 'executionTime': 1})
    return True


def until(moment):
    time.sleep(max(0, moment - time.time()))


def write(name, text, mode):
    with open(name, 'w') as file:
        file.write(text)
    os.chmod(name, mode)


if __name__ == '__main__':
    main()

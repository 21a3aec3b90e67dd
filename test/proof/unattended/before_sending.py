"""Causes that end a scheduled push before its first request. Each function spoils a machine, and returns how the push is called and how it is put right."""
import os
import sqlite3
import subprocess
import time

from case import case
from service import PARTNER, SECRET, Service


@case('The service is down', 10, 'service unreachable')
def down(m):
    # A run is resumed at the address that it was begun at; here the address is what was wrong.
    m.is_elsewhere = True
    m.env.update(HUBSWITCH_BASE_URL='http://127.0.0.1:9', HUBSWITCH_TIMEOUT='2s')
    m.mend = lambda: m.env.update(HUBSWITCH_BASE_URL=m.service.url)
    return m.run()


@case('Its name is not known (DNS)', 10, 'service unreachable')
def dns(m):
    # A run is resumed at the address that it was begun at; here the address is what was wrong.
    m.is_elsewhere = True
    m.env.update(HUBSWITCH_BASE_URL='https://no-such-host.invalid', HUBSWITCH_TIMEOUT='2s')
    m.mend = lambda: m.env.update(HUBSWITCH_BASE_URL=m.service.url)
    return m.run()


@case('Its certificate is not trusted (TLS)', 10, 'service unreachable')
def tls(m):
    certificate = (f'{m.folder}/cert.pem', f'{m.folder}/key.pem')
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1', '-out', certificate[0], '-keyout', certificate[1]], check=True, capture_output=True)
    other = Service(certificate)
    m.is_elsewhere = True
    m.env['HUBSWITCH_BASE_URL'] = other.url
    m.service_names[other.url] = 'https://service.example'
    m.mend = lambda: m.env.update(HUBSWITCH_BASE_URL=m.service.url)
    try:
        return m.run()
    finally:
        assert other.writes == 0
        other.close()


@case('The partner secret is wrong', 4, 'sign-in failed')
def wrong_secret(m):
    m.env['HUBSWITCH_PARTNER_SECRET'] = 'not-the-one'
    m.mend = lambda: m.env.update(HUBSWITCH_PARTNER_SECRET=SECRET)
    return m.run()


@case('A token from the environment has expired (401)', 4, 'sign-in failed')
def expired(m):
    secret = m.env.pop('HUBSWITCH_PARTNER_SECRET')
    m.env['HUBSWITCH_ACCESS_TOKEN'] = 'eyJhbGciOiJub25lIn0.eyJleHAiOjE1MDAwMDAwMDB9.canary-token'

    def mend():
        del m.env['HUBSWITCH_ACCESS_TOKEN']
        m.env['HUBSWITCH_PARTNER_SECRET'] = secret
    m.mend = mend
    return m.run()


@case('The secret is in a keychain, which cron cannot reach', 4, 'keychain unavailable')
def locked_keychain(m):
    taken = {name: m.env.pop(name) for name in ('HUBSWITCH_BASE_URL', 'HUBSWITCH_PARTNER_ID', 'HUBSWITCH_PARTNER_SECRET')}
    m.env['HUBSWITCH_PROFILE'] = 'main'
    assert m.run(f'profile set main --base-url {m.service.url} --partner-id {PARTNER}')[0] == 0
    unlock = "printf keyring-password | gnome-keyring-daemon --unlock --components=secrets > /dev/null && printf %s \"$GIVEN\" | "
    login = ['dbus-run-session', '--', 'sh', '-c', unlock + m.line('auth login --secret-stdin --store keychain')]
    subprocess.run(login, env={**m.env, 'GIVEN': SECRET, 'XDG_RUNTIME_DIR': m.folder}, check=True, capture_output=True)

    def mend():
        m.env.update(taken)
        del m.env['HUBSWITCH_PROFILE']
    m.mend = mend
    return m.run()


@case('No secret is anywhere', 4, 'no credentials')
def keychain(m):
    secret = m.env.pop('HUBSWITCH_PARTNER_SECRET')
    m.mend = lambda: m.env.update(HUBSWITCH_PARTNER_SECRET=secret)
    return m.run()


@case('The disk is full before it begins', 1, 'the disk is full')
def full_before(m):
    small(m)
    fill(m)
    m.mend = lambda: os.remove(f'{m.folder}/small/fill')
    return m.run()


@case('The data directory may not be written', 1, 'a file or folder cannot be used')
def read_only(m):
    small(m)
    subprocess.run(['mount', '-o', 'remount,ro', f'{m.folder}/small'], check=True)
    m.mend = lambda: subprocess.run(['mount', '-o', 'remount,rw', f'{m.folder}/small'], check=True)
    return m.run()


@case('There is no HOME, and no other place is named', 1, 'a file or folder cannot be used')
def no_home(m):
    taken = {name: m.env.pop(name) for name in ('HUBSWITCH_DATA_DIR', 'HUBSWITCH_CONFIG_DIR')}
    m.env['HOME'] = '/proc/nobody'
    m.mend = lambda: m.env.update(taken)
    return m.run()


@case('Another push of the kind is at work', 11, 'locked')
def held(m):
    m.service.delay = 3
    first = m.start(f'rates push {m.path} {m.flags}')
    m.until(lambda: m.service.writes > 0)
    ended = m.run(f'rates push {m.path} {m.flags} --summary {m.summary}')
    m.seen_writes = 0
    first.communicate()
    m.service.delay = 0
    return ended


@case('The other push does not end within `--lock-wait 1s`', 11, 'locked')
def waited(m):
    m.service.delay = 2
    first = m.start(f'rates push {m.path} {m.flags}')
    m.until(lambda: m.service.writes > 0)
    ended = m.run(f'rates push {m.path} {m.flags} --lock-wait 1s --summary {m.summary}')
    m.seen_writes = 0
    first.communicate()
    m.service.delay = 0
    return ended


@case('It is killed before its first request', 137, 'begun, not ended')
def killed_before(m):
    m.env['HUBSWITCH_BASE_URL'] = m.service.url
    process = m.start(f'rates push {m.path} {m.flags} --jitter 1h --summary {m.summary}')
    m.until(lambda: os.path.exists(m.summary))
    process.kill()
    return 137, process.communicate()[0]


@case('The journal is damaged', 11, 'the journal is damaged')
def damaged_journal(m):
    m.run()
    m.prices = m.write('rates.csv', price=110)
    spoil(f'{m.folder}/data/journal.db')
    m.seen_writes = 0
    m.mend = lambda: m.run('run journal set-aside --yes')
    return m.run()


@case('The configuration file is damaged', 2, 'wrong flags or settings')
def damaged_config(m):
    os.makedirs(f'{m.folder}/config', mode=0o700)
    name = f'{m.folder}/config/config.yaml'
    with open(name, 'w') as file:
        file.write('profiles: {main: {baseUrl: \n - [')
    os.chmod(name, 0o600)
    m.mend = lambda: os.remove(name)
    return m.run()


@case('The file is not there', 6, 'the input is wrong')
def missing(m):
    os.rename(m.path, f'{m.path}.late')
    m.mend = lambda: os.rename(f'{m.path}.late', m.path)
    return m.run()


@case('The file is empty', 6, 'the input is wrong')
def empty(m):
    return spoiled(m, lambda text: '')


@case('The file is cut in the middle of a row', 6, 'the input is wrong')
def cut(m):
    return spoiled(m, lambda text: text[:text.rindex(',104.00') + 3])


@case('The file shrank to half its nights', 7, 'stopped by a guard')
def shrunk(m):
    m.run()
    m.prices = m.write('rates.csv', price=110)
    m.delivered = dict(m.service.held)
    return spoiled(m, lambda text: '\n'.join(text.splitlines()[:3]) + '\n')


@case('A guard stops it: a price of zero', 7, 'stopped by a guard')
def guard(m):
    return spoiled(m, lambda text: text.replace(',103.00', ',0.00'))


@case('The clock was set back by ten years', 0, 'done')
def clock(m):
    m.run()
    m.prices = m.write('rates.csv', price=110)
    return m.run(prefix='exec faketime -f -3650d ')


@case('The clock was set forward by fifteen years', 7, 'stopped by a guard')
def clock_forward(m):
    m.run()
    m.prices = m.write('rates.csv', price=110)
    m.delivered = dict(m.service.held)
    return m.run(prefix='exec faketime -f +5479d ')


@case('The export stopped: all nights of the file are past', 7, 'stopped by a guard')
def stopped_export(m):
    return spoiled(m, lambda text: text.replace(',2040-', ',2020-'))


def spoiled(m, change):
    with open(m.path) as file:
        whole = file.read()
    with open(m.path, 'w') as file:
        file.write(change(whole))

    def mend():
        with open(m.path, 'w') as file:
            file.write(whole)
    m.mend = mend
    return m.run()


def spoil(name):
    """Bytes that nobody wrote, in every page but the first."""
    journal = sqlite3.connect(name)
    journal.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    journal.close()
    with open(name, 'r+b') as file:
        for at in range(16384, os.path.getsize(name), 16384):
            file.seek(at + 15000)
            file.write(b'\x5a' * 1300)


def small(m, size='8m'):
    """A data directory on a small disk of its own."""
    os.makedirs(f'{m.folder}/small')
    subprocess.run(['mount', '-t', 'tmpfs', '-o', f'size={size},mode=0700', 'tmpfs', f'{m.folder}/small'], check=True)
    m.env['HUBSWITCH_DATA_DIR'] = f'{m.folder}/small/data'
    os.makedirs(f'{m.folder}/small/data', mode=0o700)


def fill(m):
    with open(f'{m.folder}/small/fill', 'wb', buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass

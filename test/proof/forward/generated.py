"""Generated reservations through preview, a schema, lint and a strict PMS.

Usage: python3 test/proof/forward/generated.py [COUNT] [SCHEMA]      (1000, none)      Needs a build (dist); with a schema, xmllint or else the same library (validate.mjs).
Every reservation goes through "resnotif preview" as a file of its own (preview-all.ts); the message that comes out is checked by xmllint, by lint (all at once) and by a strict "listen".
ResGuestRPH is composite in the interface and digits in every schema: findings about that alone are counted apart.
"""
import collections
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
SCHEMA = sys.argv[2] if len(sys.argv) > 2 else None
work = Path(tempfile.mkdtemp(prefix='hubswitch-generated-'))
ENV = {**os.environ, 'HOME': str(work), 'HUBSWITCH_CONFIG_DIR': str(work / 'config'), 'HUBSWITCH_DATA_DIR': str(work / 'data'), 'NO_COLOR': '1'}
OTA = '{http://www.opentravel.org/OTA/2003/05}'


def run(*args, **more):
    return subprocess.run(['node', str(ROOT / 'bin/run.cjs'), *map(str, args)], env=ENV, capture_output=True, text=True, **more)


def facts_right(reservation, text):
    """The message says what the reservation says: read by another reader, in other words."""
    root = ET.fromstring(text)
    money = lambda text: round(float(text) * 100)
    names = sorted((g['firstName'], g['lastName']) for line in reservation['rooms'] for g in line['guests'])
    seen = sorted(((one.findtext(f'.//{OTA}GivenName') or ''), one.findtext(f'.//{OTA}Surname')) for one in root.iter(OTA + 'ResGuest'))
    units = collections.Counter()
    for one in root.iter(OTA + 'ResGuest'):
        units[one.get('ResGuestRPH')] = max(units[one.get('ResGuestRPH')], int(one.get('GroupEventCode')))
    booked = {f"1-{line['roomId']}-{line['ratePlanId']}": line['units'] for line in reservation['rooms']}
    span = root.find(f'.//{OTA}TimeSpan')
    total = root.find(f'.//{OTA}ResGlobalInfo/{OTA}Total')
    nights = sorted((rate.get('EffectiveDate'), rate.find(OTA + 'Base').get('AmountAfterTax')) for rate in root.iter(OTA + 'Rate'))
    wanted = sorted((night['date'], night['price']) for line in reservation['rooms'] for night in line['dailyPrices'])
    return (names == seen and dict(units) == booked and (span.get('Start'), span.get('End')) == (reservation['checkInDate'], reservation['checkOutDate'])
            and money(total.get('AmountAfterTax')) == money(reservation['totalPrice']) and nights == wanted
            and root.get('ResStatus') == {'confirmed': 'Commit', 'modified': 'Modify', 'cancelled': 'Cancel'}[reservation['status']])


def main():
    made = run('resnotif', 'generate', '--seed', 4, '--count', COUNT, '--modify', 15, '--cancel', 5, '--out', work / 'reservations')
    assert made.returncode == 0, made.stderr
    (work / 'messages').mkdir()
    files = sorted((work / 'reservations').iterdir())

    ran = subprocess.run(['npx', 'tsx', str(ROOT / 'test/proof/forward/preview-all.ts'), str(work / 'reservations'), str(work / 'messages')], cwd=ROOT, env=ENV, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    codes = json.loads(ran.stdout.splitlines()[-1])

    def is_right(file):
        to = work / 'messages' / f'{file.stem}.xml'
        return to.exists() and facts_right(json.loads(file.read_text(encoding='utf-8')), to.read_text(encoding='utf-8'))

    wrong = sum(1 for file in files if not is_right(file))
    print(f'preview: {codes}; {wrong} messages that say something else than their reservation', flush=True)

    messages = sorted((work / 'messages').iterdir())
    invalid = 0
    if SCHEMA:
        name = 'xmllint' if shutil.which('xmllint') else 'libxml2'
        tool = ['xmllint', '--noout', '--schema'] if name == 'xmllint' else ['node', str(ROOT / 'test/proof/forward/validate.mjs')]
        checked = subprocess.run([*tool, SCHEMA, *map(str, messages)], capture_output=True, text=True)
        assert name == 'xmllint' or checked.returncode == 0, checked.stderr[-2000:]
        findings = [line for line in checked.stderr.splitlines() if 'Schemas validity error' in line]
        aside = [line for line in findings if re.search(r"attribute '(?:RPH|ResGuestRPH)': \[facet 'pattern'\]", line)]
        invalid = len(findings) - len(aside)
        print(f'{name}: {len(findings)} findings, {len(aside)} about composite references, {invalid} others', flush=True)
        for line in [line for line in findings if line not in aside][:3]:
            print('  ', line)
    else:
        print('schema: not checked')

    found = collections.Counter()
    for at in range(0, len(messages), 200):
        ran = run('resnotif', 'lint', '--json', *messages[at:at + 200])
        for one in json.loads(ran.stdout)['files']:
            found['clean' if not one['findings'] else 'with findings'] += 1
    print(f'lint: {dict(found)}', flush=True)

    pms = subprocess.Popen(['node', str(ROOT / 'bin/run.cjs'), 'resnotif', 'listen', '--port', '0'], env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    port = int(re.search(r':(\d+)/', pms.stderr.readline()).group(1))
    taken = collections.Counter()
    for file in messages:
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=60)
        connection.request('POST', '/', file.read_bytes(), {'Content-Type': 'application/xml'})
        answer = ET.fromstring(connection.getresponse().read())
        connection.close()
        taken['Success' if answer.find(OTA + 'Success') is not None else 'Errors'] += 1
    pms.kill()
    print(f'strict PMS: {dict(taken)}')
    isRight = codes == {'0': COUNT} and wrong == 0 and invalid == 0 and found['clean'] == COUNT and taken['Success'] == COUNT
    print('all right' if isRight else 'WRONG')
    return 0 if isRight else 1


if __name__ == '__main__':
    sys.exit(main())

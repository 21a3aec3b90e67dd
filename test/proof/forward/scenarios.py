"""The scenarios against every persona of "resnotif listen", and against the PMS of pms.py in each of its moods.

Usage: python3 test/proof/forward/scenarios.py          Needs a build (dist). What must come out stands in WANTED.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
work = Path(tempfile.mkdtemp(prefix='hubswitch-scenarios-'))
ENV = {**os.environ, 'HOME': str(work), 'HUBSWITCH_CONFIG_DIR': str(work / 'config'), 'HUBSWITCH_DATA_DIR': str(work / 'data'), 'NO_COLOR': '1'}
HUBSWITCH = ['node', str(ROOT / 'bin/run.cjs')]

# Exit code, and scenarios that passed, failed and are not known. The personas are strict about sequences; flaky fails every first and cuts every second message of three.
WANTED = {
    'persona strict': (0, 17, 0, 0),
    'persona lenient': (0, 17, 0, 0),
    'persona slow': (0, 17, 0, 0),
    'persona rejecting': (8, 0, 16, 1),
    'persona flaky': (12, None, 0, None),
    'pms good': (0, 17, 0, 0),
    'pms doubles': (8, 16, 1, 0),
    'pms ascii': (12, 15, 0, 2),
    'pms mute': (12, 0, 0, 17),
    'pms refuses': (8, 0, 16, 1),
    'pms partial': (8, 1, 16, 0),
    'nobody': (10, 0, 0, 0),
}


def scenario(url):
    ran = subprocess.run([*HUBSWITCH, 'resnotif', 'scenario', url, '--json'], env=ENV, capture_output=True, text=True)
    sheet = json.loads(ran.stdout)
    # The words must fit the numbers, and every step that has an answer must have its messages.
    verdicts = [one['verdict'] for one in sheet.get('scenarios', [])]
    counted = tuple(verdicts.count(word) for word in ('pass', 'fail', 'unknown'))
    told = (sheet.get('passed', 0), sheet.get('failed', 0), sheet.get('unknown', 0))
    steps = [step for one in sheet.get('scenarios', []) for step in one['steps']]
    odd = [step for step in steps if (step['arrival'] == 'answered') != ('answer' in step)
           or (step['verdict'] == 'pass' and (step['arrival'] != 'answered' or not re.search(r'Success|<[^>]*Error[^>]*Code', step['answer']['body'])))]
    return (ran.returncode, *told), counted == told and not odd


def main():
    wrong = 0
    for name, wanted in WANTED.items():
        kind, _, mood = name.partition(' ')
        if kind == 'persona':
            server = subprocess.Popen([*HUBSWITCH, 'resnotif', 'listen', '--port', '0', '--persona', mood, *(['--delay', '0'] if mood == 'slow' else [])], env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            url = re.search(r'http://[\d.:]+/', server.stderr.readline()).group(0)
        elif kind == 'pms':
            server = subprocess.Popen([sys.executable, str(ROOT / 'test/proof/forward/pms.py'), str(work / f'ledger-{mood}'), '--mode', mood], stdout=subprocess.PIPE, text=True)
            url = f'http://127.0.0.1:{server.stdout.readline().split()[1]}/'
        else:
            server, url = None, 'http://127.0.0.1:1/'
        got, holds = scenario(url)
        if server is not None:
            server.kill()
            server.wait()
        isRight = holds and all(b is None or a == b for a, b in zip(got, wanted))
        wrong += not isRight
        print(f'{"ok   " if isRight else "WRONG"} {name}: exit {got[0]}, {got[1]} passed, {got[2]} failed, {got[3]} not known', flush=True)
    print(f'{len(WANTED)} receivers, {wrong} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())

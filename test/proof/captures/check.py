"""Captures of make.py read by the built command line: the right number of messages, and both faults of each at their place in the file.

python3 test/proof/captures/check.py FOLDER
"""
import json, os, subprocess, sys, tempfile

folder = sys.argv[1]
root = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../..'))
expected = json.load(open(os.path.join(folder, 'expected.json')))
home = tempfile.mkdtemp(prefix='captures-')
env = {'PATH': os.environ['PATH'], 'HOME': home, 'HUBSWITCH_CONFIG_DIR': f'{home}/config', 'HUBSWITCH_DATA_DIR': f'{home}/data', 'NO_COLOR': '1'}
ran = subprocess.run(['node', f'{root}/bin/run.js', 'resnotif', 'lint', '--json', *[os.path.join(folder, one['file']) for one in expected]],
                     capture_output=True, env=env, timeout=60)
if not ran.stdout:
    sys.exit(ran.stderr.decode())
documents = json.loads(ran.stdout)['files']
wrong = right = messages = 0
for one in expected:
    own = [d for d in documents if d['file'] == os.path.join(folder, one['file']) or d['file'].startswith(os.path.join(folder, one['file']) + '/')]
    faults = []
    count = sum(len(d['messages']) for d in own)
    if count != one['messages']:
        faults.append(f"{count} messages, not {one['messages']}")
    unread = [f for d in own for f in d['findings'] if f['rule'] in ('unread', 'xml-broken', 'not-a-notification', 'encoding')]
    faults += [f"{f['rule']} {f['line']}:{f['column']} {f.get('found')}" for f in unread]
    others = sum(len(d['others']) for d in own)
    if others != one['others']:
        faults.append(f"{others} others, not {one['others']}")
    found = {(f['rule'], f.get('found', '').split(': ')[-1][:19]): [f['line'], f['column']] for d in own for f in d['findings'] if f['node'].endswith(('@ResStatus', '/@RoomTypeCode'))}
    for (a, b), (place_a, place_b) in zip(one['marks'], one['places']):
        for rule, mark, place in (('status-unknown', a, place_a), ('code-too-long', b, place_b)):
            at = found.get((rule, mark[:19]))
            if at != place:
                faults.append(f'{mark}: told at {at}, stands at {place}')
    messages += one['messages']
    right += not faults
    wrong += bool(faults)
    for fault in faults:
        print(f"{one['file']}: {fault}")
print(f'{right} of {len(expected)} captures read right, {messages} messages')
sys.exit(1 if wrong else 0)

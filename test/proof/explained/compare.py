"""Facts of `resnotif explain --json` beside what another reader finds in the same files.

python3 test/proof/explained/compare.py FOLDER

The other reader is xmllint's XPath where xmllint is installed, else the XPath of ElementTree. It knows the schema's paths and nothing of the project.
"""
import json, os, re, shutil, subprocess, sys, tempfile
import xml.etree.ElementTree as ET

folder = sys.argv[1]
root_folder = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../..'))
home = tempfile.mkdtemp(prefix='explained-')
env = {'PATH': os.environ['PATH'], 'HOME': home, 'HUBSWITCH_CONFIG_DIR': f'{home}/c', 'HUBSWITCH_DATA_DIR': f'{home}/d'}
XMLLINT = shutil.which('xmllint')
NS = '{http://www.opentravel.org/OTA/2003/05}'


def texts(file, tree, path, attribute=None):
    """Values at a path such as .//RoomStay/TimeSpan, in order."""
    if XMLLINT:
        steps = re.sub(r'(?<=/)([A-Za-z]+)', r"*[local-name()='\1']", path.lstrip('.'))
        count = int(float(subprocess.run([XMLLINT, '--xpath', f'count({steps})', file], capture_output=True, check=True).stdout))
        ask = lambda i: subprocess.run([XMLLINT, '--xpath', f'string(({steps})[{i}]{"/@" + attribute if attribute else ""})', file],
                                       capture_output=True, check=True).stdout.decode().strip()
        found = [ask(i + 1) for i in range(count)]
        return [value for value in found if value]
    spelled = re.sub(r'(?<=/)([A-Za-z]+)', rf'{NS}\1', path)
    nodes = tree.findall(spelled)
    values = [(node.get(attribute) if attribute else node.text) or '' for node in nodes]
    return [value.strip() for value in values if value.strip()]


def money(file, tree, path):
    after, before = texts(file, tree, path, 'AmountAfterTax'), texts(file, tree, path, 'AmountBeforeTax')
    places = texts(file, tree, path, 'DecimalPlaces')
    return after, before, places


rows = wrong = told_of = 0
for name in sorted(one for one in os.listdir(folder) if one.endswith('.xml')):
    file = os.path.join(folder, name)
    ran = subprocess.run(['node', f'{root_folder}/bin/run.js', 'resnotif', 'explain', file, '--json'], capture_output=True, env=env, timeout=60)
    facts = json.loads(ran.stdout)['messages'][0]['facts']
    tree = ET.parse(file).getroot()
    reservations = facts['reservations']
    stays = [stay for one in reservations for stay in one['stays']]
    guests = [guest for one in reservations for guest in one['guests']]
    given = texts(file, tree, './/ResGuest/Profiles/ProfileInfo/Profile/Customer/PersonName/GivenName')
    surnames = texts(file, tree, './/ResGuest/Profiles/ProfileInfo/Profile/Customer/PersonName/Surname')
    room_codes = texts(file, tree, './/RoomStay/RoomTypes/RoomType', 'RoomTypeCode')
    plan_codes = texts(file, tree, './/RoomStay/RatePlans/RatePlan', 'RatePlanCode')
    totals = texts(file, tree, './/RoomStay/Total', 'AmountAfterTax')
    rate_totals = texts(file, tree, './/RoomRate/Rates/Rate/Total', 'AmountAfterTax') or texts(file, tree, './/RoomRate/Rates/Rate/Base', 'AmountAfterTax') \
        or texts(file, tree, './/RoomRate/Rates/Rate/Total', 'AmountBeforeTax') or texts(file, tree, './/RoomRate/Rates/Rate/Base', 'AmountBeforeTax')
    places = (texts(file, tree, './/RoomRate/Rates/Rate/Total', 'DecimalPlaces') or texts(file, tree, './/RoomRate/Rates/Rate/Base', 'DecimalPlaces') or ['0'])[0]
    plain = lambda amount: amount.lstrip('0') or '0'
    # DecimalPlaces of the schema: an amount without a point is counted in its smallest unit, unless the sender writes whole units; the digits are the same.
    digits = lambda amount: amount.replace('.', '')
    status = texts(file, tree, './/HotelReservation', 'ResStatus')
    checks = [
        ('reservations', len(reservations), len(texts(file, tree, './/HotelReservation/RoomStays/..', 'x')) or len(tree.findall(f'.//{NS}HotelReservation'))),
        ('status', [facts['status']] if 'status' in facts else [], ([tree.get('ResStatus')] if tree.get('ResStatus') else []) or status[:1]),
        ('EchoToken', facts.get('echoToken'), tree.get('EchoToken')),
        ('TimeStamp', facts.get('timeStamp'), tree.get('TimeStamp')),
        ('Version', facts.get('version'), tree.get('Version')),
        ('Target', facts.get('target'), tree.get('Target')),
        ('created', [one['created'] for one in reservations if 'created' in one], texts(file, tree, './/HotelReservation', 'CreateDateTime')),
        ('sender', [facts['requestor']['id']] if 'requestor' in facts else [], texts(file, tree, './/POS/Source/RequestorID', 'ID')[:1]),
        ('ids', [one['id'] for r in reservations for one in r['ids'] if one['element'] == 'UniqueID'], texts(file, tree, './/HotelReservation/UniqueID', 'ID')),
        ('other ids', [one['id'] for r in reservations for one in r['ids'] if one['element'] == 'HotelReservationID'],
         texts(file, tree, './/ResGlobalInfo/HotelReservationIDs/HotelReservationID', 'ResID_Value')),
        ('stays', len(stays), len(tree.findall(f'.//{NS}RoomStay'))),
        ('arrivals', [s['arrival'] for s in stays or reservations if 'arrival' in s], texts(file, tree, './/RoomStay/TimeSpan', 'Start') or texts(file, tree, './/ResGlobalInfo/TimeSpan', 'Start')),
        ('departures', [s['departure'] for s in stays or reservations if 'departure' in s], texts(file, tree, './/RoomStay/TimeSpan', 'End') or texts(file, tree, './/ResGlobalInfo/TimeSpan', 'End')),
        ('hotels', [s['hotelCode'] for s in stays or reservations if 'hotelCode' in s], texts(file, tree, './/RoomStay/BasicPropertyInfo', 'HotelCode') or texts(file, tree, './/ResGlobalInfo/BasicPropertyInfo', 'HotelCode')),
        ('hotel names', [s['hotelName'] for s in stays or reservations if 'hotelName' in s], texts(file, tree, './/RoomStay/BasicPropertyInfo', 'HotelName') or texts(file, tree, './/ResGlobalInfo/BasicPropertyInfo', 'HotelName')),
        ('rooms', [room['room'] for s in stays for room in s['rooms'] if 'room' in room] if room_codes else [], room_codes),
        ('plans', [room['plan'] for s in stays for room in s['rooms'] if 'plan' in room] if plan_codes else [], plan_codes),
        ('counts', [(str(c['count']), str(c.get('age', ''))) for s in stays for c in s['counts']],
         [(n.get('Count'), n.get('Age') or '') for n in tree.findall(f'.//{NS}RoomStay/{NS}GuestCounts/{NS}GuestCount')]),
        ('guests', [g['name'] for g in guests if g['name']], [' '.join(pair) for pair in zip(given, surnames)]),
        ('RPHs', [g['rph'] for g in guests if 'rph' in g], texts(file, tree, './/ResGuest', 'ResGuestRPH')),
        ('codes', [g['code'] for g in guests if 'code' in g], texts(file, tree, './/ResGuest', 'GroupEventCode')),
        ('prices', [digits(p['amount']) for s in stays for p in s['prices']], [digits(one) for one in rate_totals]),
        ('totals', [digits(s['total']['amount']) for s in stays if 'total' in s], [digits(one) for one in totals]),
        ('currencies', sorted({p['currency'] for s in stays for p in s['prices'] + ([s['total']] if 'total' in s else []) if 'currency' in p}),
         sorted(set(texts(file, tree, './/RoomStay/Total', 'CurrencyCode') + texts(file, tree, './/Rate/Total', 'CurrencyCode') + texts(file, tree, './/Rate/Base', 'CurrencyCode')))),
        ('card', any('card' in one.get('guarantee', '') for one in reservations),
         bool(tree.findall(f'.//{NS}RoomStay/{NS}Guarantee//{NS}PaymentCard') or tree.findall(f'.//{NS}ResGlobalInfo/{NS}Guarantee//{NS}PaymentCard'))),
    ]
    for what, told, found in checks:
        rows += 1
        told_of += found not in (None, [], False, 0)
        if told != found:
            wrong += 1
            print(f'{name}: {what}: explain {told!r}, XPath {found!r}')
    numbers = [re.sub(r'\D', '', node.text or node.get('CardNumber') or '') for node in tree.iter() if node.tag in (f'{NS}PaymentCard', f'{NS}PlainText')]
    if any(len(number) > 11 and number in re.sub(r'\D', '', ran.stdout.decode()) for number in numbers):
        wrong += 1
        print(f'{name}: a card number is shown')
print(f'{rows - wrong} of {rows} facts are the same, {told_of} of them in the message ({"xmllint" if XMLLINT else "ElementTree"})')
sys.exit(1 if wrong else 0)

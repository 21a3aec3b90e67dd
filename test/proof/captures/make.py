"""Captures of notifications as they come out of tools, and where two known faults of each message stand in them.

python3 test/proof/captures/make.py FOLDER

Shares no code with the project. Requests go over real sockets, curl writes its own traces, loggers of this runtime write their own lines.
"""
import base64, email.encoders, email.mime.application, email.mime.multipart, email.mime.text, gzip, http.client, http.server, io, json, logging
import os, re, socketserver, subprocess, sys, tarfile, threading, urllib.parse, zipfile, zlib
from xml.sax.saxutils import escape

OUT = sys.argv[1]
os.makedirs(OUT, exist_ok=True)
NS = 'http://www.opentravel.org/OTA/2003/05'
EXPECTED = []
MARK_A, MARK_B = 'Confirmed%04d', 'TOOLONGROOMCODE%04d'
serial = 0


def message(shape):
    """A notification with two faults whose texts are unique; `shape` says how it is written."""
    global serial
    serial += 1
    a, b = MARK_A % serial, MARK_B % serial
    text = f'''<?xml version="1.0" encoding="UTF-8"?>
<OTA_HotelResNotifRQ xmlns="{NS}" EchoToken="e{serial}" TimeStamp="2027-06-01T09:00:00Z" Version="5.000" ResStatus="{a}">
  <POS><Source><RequestorID Type="13" ID="SENDER"/></Source></POS>
  <HotelReservations>
    <HotelReservation>
      <UniqueID Type="14" ID="R-{serial}"/>
      <RoomStays>
        <RoomStay IndexNumber="1">
          <RoomRates>
            <RoomRate RoomTypeCode="{b}" NumberOfUnits="1" RatePlanCode="501"/>
          </RoomRates>
          <TimeSpan Start="2027-07-01" End="2027-07-04"/>
          <BasicPropertyInfo HotelCode="1000001"/>
          <Comments><Comment><Text>Sp\u00e4te Anreise \u2013 \u738b & \U0001f3e8</Text></Comment></Comments>
        </RoomStay>
      </RoomStays>
      <ResGuests>
        <ResGuest ResGuestRPH="1-{b}-501" AgeQualifyingCode="10" GroupEventCode="1">
          <Profiles><ProfileInfo><Profile><Customer><PersonName>
            <GivenName>Zo\u00eb</GivenName><Surname>M\u00fcller</Surname>
          </PersonName></Customer></Profile></ProfileInfo></Profiles>
        </ResGuest>
      </ResGuests>
    </HotelReservation>
  </HotelReservations>
</OTA_HotelResNotifRQ>'''.replace(' & ', ' &amp; ')
    if shape == 'line':
        text = re.sub(r'>\s+<', '><', text)
    if shape == 'soap':
        head, body = text.split('\n', 1)
        text = f'{head}\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">\n<soap:Header/>\n<soap:Body>\n{body}\n</soap:Body>\n</soap:Envelope>'
    if shape == 'prefix':
        text = re.sub(r'<(/?)([A-Z])', r'<\1ota:\2', text).replace('xmlns=', 'xmlns:ota=')
    return text, (a, b)


def place(content, mark, noise=''):
    """Line and column (UTF-16 units) of a text in a file; `noise` may stand between any two of its characters."""
    text = content.decode('utf-8', 'replace') if isinstance(content, bytes) else content
    pattern = noise.join(map(re.escape, mark)) if noise else re.escape(mark)
    at = re.search(pattern, text).start()
    before = text[:at]
    line = before.count('\n') + 1
    column = len(before[before.rfind('\n') + 1:].encode('utf-16-le')) // 2 + 1
    return [line, column]


def keep(name, content, marks, places=None, others=0, noise=''):
    """`marks`: the pair of each message, in order."""
    content = content.encode() if isinstance(content, str) else content
    with open(os.path.join(OUT, name), 'wb') as file:
        file.write(content)
    found = places or [[place(content, mark, noise) for mark in pair] for pair in marks]
    EXPECTED.append({'file': name, 'messages': len(marks), 'places': found, 'marks': marks, 'others': others})


class Recorder(socketserver.BaseRequestHandler):
    """Answers one request and keeps all bytes that came and went."""
    def handle(self):
        data = b''
        self.request.settimeout(0.3)
        try:
            while True:
                more = self.request.recv(65536)
                if not more:
                    break
                data += more
        except TimeoutError:
            pass
        answer = b'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 24\r\nConnection: close\r\n\r\n<OTA_HotelResNotifRS/>\r\n'
        self.request.sendall(answer)
        self.server.taken.append((data, answer))


def recorder():
    server = socketserver.ThreadingTCPServer(('127.0.0.1', 0), Recorder)
    server.taken = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def post(body, headers, chunks=None):
    """Over a real connection: the bytes that went over it."""
    server = recorder()
    connection = http.client.HTTPConnection('127.0.0.1', server.server_address[1])
    if chunks:
        connection.request('POST', '/pms/notify?key=hidden', body=iter(chunks), headers=headers, encode_chunked=True)
    else:
        connection.request('POST', '/pms/notify?key=hidden', body=body, headers=headers)
    connection.getresponse().read()
    server.shutdown()
    return server.taken[0]


XML = {'Content-Type': 'text/xml; charset=utf-8', 'SOAPAction': '"OTA_HotelResNotifRQ"'}

# Raw HTTP, 12
for shape in ('pretty', 'line', 'soap'):
    text, marks = message(shape)
    request, answer = post(text.encode(), XML)
    keep(f'http-request-{shape}.txt', request, [marks])
    text, marks = message(shape)
    request, answer = post(text.encode(), XML)
    keep(f'http-exchange-{shape}.txt', request + b'\r\n' + answer, [marks], others=1)
    text, marks = message(shape)
    body = text.encode()
    parts = [body[i:i + 137] for i in range(0, len(body), 137)]
    request, answer = post(None, {**XML, 'Transfer-Encoding': 'chunked'}, parts)
    keep(f'http-chunked-{shape}.txt', request, [marks], noise=r'(?:\r\n[0-9a-f]+\r\n)?')
    text, marks = message(shape)
    packed = {'pretty': gzip.compress(text.encode()), 'line': zlib.compress(text.encode()),
              'soap': zlib.compress(text.encode())[2:-4]}[shape]
    request, answer = post(packed, {**XML, 'Content-Encoding': 'gzip' if shape == 'pretty' else 'deflate'})
    head = request[:request.index(b'\r\n\r\n') + 4]
    start = [head.count(b'\n') + 1, 1]
    keep(f'http-packed-{shape}.bin', request, [marks], places=[[start, start]])

# Several exchanges in one file, 2
texts = [message('pretty') for _ in range(3)]
keep('http-several.txt', b'\r\n'.join(b''.join(post(t.encode(), XML)) for t, _ in texts), [m for _, m in texts], others=3)
texts = [message('soap') for _ in range(2)]
keep('http-headings.http', '\n'.join(f'### Request {i}\nPOST /pms HTTP/1.1\nContent-Type: text/xml\n\n{t}\n' for i, (t, _) in enumerate(texts)), [m for _, m in texts])

# curl, 6
for shape in ('pretty', 'line', 'soap'):
    for kind, noise in (('--trace-ascii', r'(?:\r?\n[0-9a-f]{4}: )?'), ('--trace', None)):
        text, marks = message(shape)
        server = recorder()
        name = f'curl{kind.replace("--", "-")}-{shape}.txt'
        subprocess.run(['curl', '-s', '-o', '/dev/null', kind, os.path.join(OUT, name), '--data-binary', '@-', '-H', 'Content-Type: text/xml',
                        '-H', 'Expect:', f'http://127.0.0.1:{server.server_address[1]}/pms'], input=text.encode(), check=True)
        server.shutdown()
        content = open(os.path.join(OUT, name), 'rb').read()
        if noise:
            keep(name, content, [marks], others=1, noise=noise)
        else:
            places = []
            for mark in marks:
                hexes = ' '.join(f'{byte:02x}' for byte in mark.encode()).split(' ')
                pattern = r'(?: |   *[^\n]*\n[0-9a-f]{4}: | [^\n]{1,16}\n[0-9a-f]{4}: )'.join(hexes)
                at = re.search(pattern.encode(), content).start()
                places.append([content[:at].count(b'\n') + 1, at - content.rfind(b'\n', 0, at)])
            keep(name, content, [marks], places=[places], others=1)


# Logs: the runtime's own logging, two formats of Java, a framework that logs JSON, PHP, containers, system logs, 18
def logged(fmt, texts, **more):
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter(fmt, **more))
    logger = logging.getLogger(f'pms{serial}')
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(handler)
    logger.info('Started, listening')
    for text in texts:
        logger.debug('Received %s', text)
        logger.warning('Answered 200 for OTA_HotelResNotifRQ')
    return stream.getvalue()


for shape in ('pretty', 'line', 'soap'):
    text, marks = message(shape)
    keep(f'log-python-{shape}.log', logged('%(asctime)s %(levelname)s [%(threadName)s] %(name)s: %(message)s', [text]), [marks])
    text, marks = message(shape)
    stamp = '2026-11-23 12:00:0%d,123 DEBUG [http-nio-8080-exec-%d] c.e.pms.Endpoint - '
    keep(f'log-java-{shape}.log', stamp % (1, 3) + 'Ready\n' + stamp % (2, 4) + 'Payload: ' + text + '\n' + stamp % (3, 4) + 'Done\n', [marks])
    text, marks = message(shape)
    wire = ''.join(f'2026-11-23 12:00:02,{i:03d} DEBUG [main] org.apache.http.wire - http-outgoing-0 >> "{line}[\\n]"\n' for i, line in enumerate(text.split('\n')))
    keep(f'log-wire-{shape}.log', '2026-11-23 12:00:01,000 DEBUG [main] org.apache.http.wire - http-outgoing-0 >> "POST /pms HTTP/1.1[\\r][\\n]"\n' + wire, [marks])
    text, marks = message(shape)
    rows = [{'level': 30, 'time': 1, 'msg': 'up'}, {'level': 20, 'time': 2, 'pid': 7, 'msg': 'request', 'req': {'method': 'POST', 'body': text}}, {'level': 30, 'msg': 'done'}]
    keep(f'log-json-{shape}.ndjson', '\n'.join(json.dumps(row, ensure_ascii=shape == 'line') for row in rows) + '\n', [marks])
    text, marks = message(shape)
    inner = json.dumps({'message': 'in', 'context': {'xml': text}}).replace('/', '\\/')
    keep(f'log-php-{shape}.log', f'[2026-11-23T12:00:00.123456+00:00] app.DEBUG: Notification received {inner} []\n[2026-11-23T12:00:01.000000+00:00] app.INFO: ok [] []\n', [marks])
    text, marks = message(shape)
    lines = ['ready', *text.split('\n'), 'done']
    keep(f'log-container-{shape}.log', ''.join(f'pms-{1}  | 2026-11-23T12:00:{i:02d}.5Z {line}\n' for i, line in enumerate(lines)), [marks])

# Text inside of text, 9
SOAP = '<?xml version="1.0"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n<deliver xmlns="urn:x"><xml>%s</xml></deliver>\n</s:Body></s:Envelope>\n'
for shape in ('pretty', 'line', 'prefix'):
    text, marks = message(shape)
    keep(f'escaped-{shape}.xml', SOAP % escape(text, {'"': '&quot;'}), [marks])
    text, marks = message(shape)
    keep(f'cdata-{shape}.xml', SOAP % f'<![CDATA[{text}]]>', [marks])
    text, marks = message(shape)
    inner = json.dumps({'payload': SOAP % escape(text)})
    keep(f'nested-{shape}.json', json.dumps({'event': {'body': inner}}, indent=1), [marks])

# Attachments, 3
for shape in ('pretty', 'line', 'prefix'):
    text, marks = message(shape)
    outer = email.mime.multipart.MIMEMultipart('related', boundary=f'=_part_{serial}')
    outer.attach(email.mime.text.MIMEText(SOAP % 'cid:message', 'xml', 'us-ascii'))
    attached = email.mime.application.MIMEApplication(text.encode(), 'xml', email.encoders.encode_base64)
    if shape != 'line':
        del attached['Content-Transfer-Encoding']
        attached.set_payload(text.encode().decode('latin-1'))
        attached['Content-Transfer-Encoding'] = '8bit'
    outer.attach(attached)
    body = outer.as_string().split('\n\n', 1)[1].encode('latin-1')
    head = f'POST /pms HTTP/1.1\nContent-Type: multipart/related; boundary="=_part_{serial}"; type="text/xml"\n\n'.encode()
    if shape == 'line':
        packed = base64.encodebytes(text.encode()).decode().split('\n')
        full = (head + body).decode('latin-1')
        first = full[:full.index(packed[0])].count('\n') + 1
        places = []
        for mark in marks:
            byte = len(text[:text.index(mark)].encode())
            at = byte * 4 // 3
            places.append([first + at // 76, at % 76 + 1])
        keep(f'attached-{shape}.txt', head + body, [marks], places=[places], others=1)
    else:
        keep(f'attached-{shape}.txt', head + body, [marks], others=1)

# HAR, 4
for shape, coded in (('pretty', False), ('line', False), ('soap', False), ('soap', True)):
    pairs = [message(shape) for _ in range(2)]
    entries = [{'startedDateTime': '2026-11-23T12:00:00Z', 'request': {'method': 'POST', 'url': 'https://pms.example/in?key=hidden', 'headers': [],
                'postData': {'mimeType': 'text/xml', 'text': text}},
                'response': {'status': 200, 'content': {'mimeType': 'text/xml', 'text': '<OTA_HotelResNotifRS/>'}}} for text, _ in pairs]
    if coded:
        for entry, (text, _) in zip(entries, pairs):
            entry['response']['content'] = {'mimeType': 'text/xml', 'encoding': 'base64', 'text': base64.b64encode(text.encode()).decode()}
            entry['request']['postData']['text'] = 'poll=1'
    content = json.dumps({'log': {'version': '1.2', 'entries': entries}}, indent=2, ensure_ascii=shape == 'line')
    places = None
    if coded:
        places = []
        for text, marks in pairs:
            packed = base64.b64encode(text.encode()).decode()
            line, column = place(content, packed[:400])
            places.append([[line, column + len(text[:text.index(mark)].encode()) * 4 // 3] for mark in marks])
    keep(f'browser-{shape}{"-coded" if coded else ""}.har', content, [m for _, m in pairs], places=places, others=2)

# Forms, several in one file, other encodings, 6
for shape in ('pretty', 'line'):
    text, marks = message(shape)
    keep(f'form-{shape}.txt', f'POST /pms HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nuser=a&xml={urllib.parse.quote_plus(text)}&end=1\r\n', [marks])
pairs = [message(shape) for shape in ('pretty', 'line', 'soap', 'prefix')]
keep('several.xml', '\n'.join(text for text, _ in pairs) + '\n', [m for _, m in pairs])
text, marks = message('pretty')
keep('bare.xml', text, [marks])
text, marks = message('pretty')
wide = f'2026-11-23 12:00 got\r\n{text}\r\n'
keep('wide.log', b'\xff\xfe' + wide.encode('utf-16-le'), [marks], places=[[place(wide, mark) for mark in marks]])
text, marks = message('pretty')
body = re.sub(r'[^\x00-\xff]', '?', text).replace('UTF-8', 'ISO-8859-1')
latin = f'POST /pms HTTP/1.1\r\nContent-Type: text/xml\r\n\r\n{body}'
keep('latin.txt', latin.encode('latin-1'), [marks], places=[[place(latin, mark) for mark in marks]])

# Archives, 4; the file of each is named behind the archive
text, marks = message('pretty')
text2, marks2 = message('soap')
log = f'2026-11-23 12:00:00 INFO in {text2}\n'
files = {'one.xml': text.encode(), 'deep/two.log': log.encode()}
places = [[place(text, mark) for mark in marks], [place(log, mark) for mark in marks2]]
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, 'w', zipfile.ZIP_DEFLATED) as archive:
    for name, content in files.items():
        archive.writestr(name, content)
keep('archive.zip', buffer.getvalue(), [marks, marks2], places=places)
for mode, name in (('w', 'archive.tar'), ('w:gz', 'archive.tar.gz')):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:
        for file, content in files.items():
            info = tarfile.TarInfo(file)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    keep(name, buffer.getvalue(), [marks, marks2], places=places)
keep('one.xml.gz', gzip.compress(text.encode()), [marks], places=places[:1])

with open(os.path.join(OUT, 'expected.json'), 'w') as file:
    json.dump(EXPECTED, file, indent=1)
print(len(EXPECTED), 'captures')

"""A small PMS of its own, which shares no code with hubswitch: ElementTree reads, a file with fsync remembers.

Usage: python3 pms.py LEDGER [--port N] [--mode good|doubles|ascii|mute|refuses|partial] [--delay-ms N]
Prints "listening PORT" when it is ready. The ledger has a line of JSON for each message that was taken, written before the answer.
A booking that comes again with the same EchoToken is answered with the same number; with another one it exists already (127).
"""
import argparse
import json
import os
import sys
import threading
import time
import xml.etree.ElementTree as ET
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OTA = '{http://www.opentravel.org/OTA/2003/05}'


class Books:
    def __init__(self, path):
        self.lock = threading.Lock()
        self.bookings = {}
        self.received = 0
        if os.path.exists(path):
            with open(path, encoding='utf-8') as kept:
                for line in kept:
                    try:
                        self.apply(json.loads(line))
                    except ValueError:
                        pass  # the line that a kill has torn was never answered
        self.file = open(path, 'a', encoding='utf-8')
        self.file.write('\n')

    def apply(self, entry):
        kind = entry['kind']
        if kind == 'Commit':
            self.bookings.setdefault(entry['id'], []).append(
                {'number': entry['number'], 'echo': entry['echo'], 'state': 'booked', 'names': entry['names']})
        elif kind == 'Modify':
            self.bookings[entry['id']][-1].update(state='changed', names=entry['names'])
        else:
            self.bookings[entry['id']][-1].update(state='cancelled')

    def note(self, entry):
        self.file.write(json.dumps(entry, ensure_ascii=False) + '\n')
        self.file.flush()
        os.fsync(self.file.fileno())
        self.apply(entry)


def answer(echo, inside):
    return ('<?xml version="1.0" encoding="UTF-8"?><OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" '
            f'Version="1.0" EchoToken="{echo}">{inside}</OTA_HotelResNotifRS>').encode()


def error(code, text):
    return f'<Errors><Error Type="3" Code="{code}" ShortText="{text}"/></Errors>'


def success(number):
    return ('<Success/><HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs>'
            f'<HotelReservationID ResID_Type="10" ResID_Value="{number}"/>'
            '</HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>')


def handle(books, mode, raw):
    """Status and body for the bytes of one message."""
    try:
        root = ET.fromstring(raw)
    except ET.ParseError as broken:
        return 400, f'not XML: {broken}'.encode()
    message = root if root.tag == OTA + 'OTA_HotelResNotifRQ' else root.find('.//' + OTA + 'OTA_HotelResNotifRQ')
    if message is None:
        return 400, b'no OTA_HotelResNotifRQ'
    echo = message.get('EchoToken', '')
    kind = message.get('ResStatus', 'Commit')
    ident = message.find('.//' + OTA + 'UniqueID').get('ID')
    names = [one.text for one in message.iter(OTA + 'Surname')]
    if mode == 'mute':
        return 200, b''
    if mode == 'refuses':
        return 200, answer(echo, error('392', 'no such hotel'))
    if mode == 'ascii':
        try:
            raw.decode('utf-8').encode('cp1252')
        except UnicodeEncodeError:
            return 500, b'Incorrect string value'
    with books.lock:
        known = books.bookings.get(ident)
        if kind == 'Commit' and known and mode != 'doubles':
            if known[-1]['echo'] == echo:
                return 200, answer(echo, success(known[-1]['number']))
            return 200, answer(echo, error('127', 'reservation exists already'))
        if kind != 'Commit' and not known:
            return 200, answer(echo, error('87', 'no such booking'))
        number = known[-1]['number'] if known and kind != 'Commit' else sum(map(len, books.bookings.values())) + 70001
        books.note({'id': ident, 'kind': kind, 'echo': echo, 'number': number, 'names': names})
    if mode == 'partial':
        return 200, answer(echo, '<Success/><Warnings><Warning Type="3" Code="320" Status="NotProcessed" ShortText="guests"/></Warnings>')
    return 200, answer(echo, success(number))


def main():
    wanted = argparse.ArgumentParser()
    wanted.add_argument('ledger')
    wanted.add_argument('--port', type=int, default=0)
    wanted.add_argument('--mode', default='good')
    wanted.add_argument('--delay-ms', type=int, default=0)
    wanted.add_argument('--bytes', help='append the bytes of each request and of each answer, as hex, to this file')
    options = wanted.parse_args()
    books = Books(options.ledger)
    traffic = open(options.bytes, 'a', encoding='ascii') if options.bytes else None

    class Handler(BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def do_POST(self):
            raw = self.rfile.read(int(self.headers.get('Content-Length', 0)))
            if options.delay_ms:
                time.sleep(options.delay_ms / 1000)
            status, body = handle(books, options.mode, raw)
            if traffic:
                with books.lock:
                    traffic.write(f'{raw.hex()} {body.hex()} {dict(self.headers)}\n'.replace('\r', ''))
                    traffic.flush()
            self.send_response(status)
            self.send_header('Content-Type', 'application/xml; charset=utf-8' if body.startswith(b'<') else 'text/plain')
            self.send_header('Content-Length', str(len(body)))
            self.send_header('X-Books', 'small')
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128
        allow_reuse_address = True

    server = Server(('127.0.0.1', options.port), Handler)
    print('listening', server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == '__main__':
    sys.exit(main())

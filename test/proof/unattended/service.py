"""A service for scheduled pushes that shares no code with the project: signs in, keeps every night it accepts, and fails as it is told to."""
import base64
import json
import ssl
import threading
import time
from datetime import date, timedelta
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PARTNER, SECRET, DUTY, KEY = 'p-4711', 'canary-partner-secret-51c0', 'canary-duty-code-77aa', 'canary-monitor-key-9d3e'
ENVELOPE = {'status': 'success', 'message': None, 'executionTime': 1}


def token_until(epoch, number):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b'=').decode()
    return f"{part({'alg': 'none'})}.{part({'exp': epoch, 'n': number})}.canary-token"


class Service:
    """What it holds, what it was asked, and how it fails: `before(service, handler, number)` may answer a write itself and return True."""

    def __init__(self, certificate=None):
        self.held, self.writes, self.sign_ins, self.pings, self.tokens = {}, 0, 0, [], set()
        self.delay, self.before, self.sign_in_status, self.ping_status = 0, None, 200, 200
        self.lock = threading.Lock()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def do_GET(self):
                self.answer(404, {'result': None, 'status': 'fail', 'message': 'unknown', 'executionTime': 1})

            def do_POST(self):
                service.take(self, self.rfile.read(int(self.headers.get('content-length', 0))))

            def answer(self, status, document, headers=()):
                text = json.dumps(document).encode()
                self.send_response(status)
                for name, value in (('content-type', 'application/json'), ('content-length', str(len(text))), *headers):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                """A client that was killed is no error of the service."""

        self.server = Server(('127.0.0.1', 0), Handler)
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"{'http' if certificate is None else 'https'}://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, handler, body):
        path = handler.path.split('?')[0]
        if path.startswith('/ping/'):
            self.pings.append((path.replace(KEY, 'KEY'), body.decode()))
            return handler.answer(self.ping_status, {})
        if path == '/api/v1/partners/get-token':
            return self.sign_in(handler)
        if handler.headers.get('authorization', '')[len('Bearer '):] not in self.tokens:
            return handler.answer(401, {'result': None, 'status': 'fail', 'message': 'The token has expired.', 'executionTime': 1})
        if path == '/v1/rooms':
            return handler.answer(200, {'success': True, 'error': None, 'processing_times': {}, 'rooms': [{'id': 101, 'name': 'Double'}]})
        with self.lock:
            self.writes += 1
            number = self.writes
        if self.before is not None and self.before(self, handler, number):
            return None
        time.sleep(self.delay)
        self.keep(json.loads(body))
        return handler.answer(200, {'success': True, 'error': None, 'processing_times': {}})

    def sign_in(self, handler):
        self.sign_ins += 1
        if self.sign_in_status != 200 or f'partnerSecret={SECRET}' not in handler.path:
            status = 401 if self.sign_in_status == 200 else self.sign_in_status
            return handler.answer(status, {'result': None, 'status': 'fail', 'message': 'Unknown partner or wrong secret.', 'executionTime': 1})
        token = token_until(int(time.time()) + 3600, self.sign_ins)
        self.tokens.add(token)
        return handler.answer(200, {'result': {'tokenType': 'Bearer', 'accessToken': token, 'expiresIn': 3600}, **ENVELOPE})

    def keep(self, message):
        with self.lock:
            for entry in message['room_settings']:
                night, last = date.fromisoformat(entry['from']), date.fromisoformat(entry['to'])
                while night <= last:
                    self.held[(str(message['hotel_code']), night.isoformat())] = Decimal(entry['price'])
                    night += timedelta(days=1)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def refuse(handler, message, field=None):
    """The service's own no."""
    details = [] if field is None else [{'field': field, 'message': message}]
    handler.answer(200, {'success': False, 'error': {'code': 'E1', 'message': message, 'details': details}, 'processing_times': {}})
    return True

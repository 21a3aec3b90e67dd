"""A machine of its own in a temporary folder, and commands run on it as cron runs them: sh -c, no terminal, cron's environment and nothing else."""
import csv
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from datetime import date, timedelta
from decimal import Decimal

from service import DUTY, KEY, PARTNER, SECRET, Service

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
NODE = shutil.which('node')
CANARIES = (SECRET, DUTY, KEY, 'canary-token')
FIRST = date(2040, 1, 1)
ENDS = {'text': 'txt', 'markdown': 'md', 'html': 'html', 'json': 'json'}


class Machine:
    def __init__(self, summary='json'):
        self.folder = tempfile.mkdtemp(prefix='hubswitch-cron-')
        self.service = Service()
        self.summary = f'{self.folder}/push.{ENDS[summary]}'
        self.env = {
            'PATH': '/usr/bin:/bin', 'HOME': self.folder, 'SHELL': '/bin/sh', 'LANG': 'C', 'LOGNAME': 'pms',
            'HUBSWITCH_CONFIG_DIR': f'{self.folder}/config', 'HUBSWITCH_DATA_DIR': f'{self.folder}/data', 'HUBSWITCH_BASE_URL': self.service.url,
            'HUBSWITCH_PARTNER_ID': PARTNER, 'HUBSWITCH_PARTNER_SECRET': SECRET, 'HUBSWITCH_CHANNEL_CREDENTIALS': json.dumps({'id': 1, 'duty_code': DUTY}),
            'HUBSWITCH_PING_URL': f'{self.service.url}/ping/{KEY}', 'HUBSWITCH_WRITES_PER_MINUTE': '600000',
        }
        self.flags = '--changes-only --yes --quiet --concurrency 1 --entries 1'
        self.path = f'{self.folder}/rates.csv'
        self.mend, self.service_names, self.is_elsewhere, self.seen_writes, self.delivered = None, {}, False, None, {}
        self.prices = self.write('rates.csv')

    def write(self, name, nights=6, price=100, hotel='1000001'):
        """A file of prices, and the same as the service should hold them."""
        prices = {(hotel, (FIRST + timedelta(days=at)).isoformat()): Decimal(price + at) for at in range(nights)}
        with open(f'{self.folder}/{name}', 'w', newline='') as file:
            writer = csv.writer(file)
            writer.writerow(['hotel_code', 'room_id', 'date', 'price', 'currency'])
            writer.writerows([code, 101, night, f'{amount}.00', 'EUR'] for (code, night), amount in prices.items())
        return prices

    def line(self, words=None):
        words = words or f'rates push {self.path} {self.flags} --summary {self.summary}'
        return f'{NODE} {ROOT}/bin/run.cjs {words}'

    def start(self, words=None, prefix='exec '):
        """As cron: what is printed on either stream becomes one mail."""
        return subprocess.Popen(['/bin/sh', '-c', prefix + self.line(words)], env=self.env, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, words=None, prefix='exec '):
        process = self.start(words, prefix)
        mail, _ = process.communicate(timeout=300)
        return process.returncode, mail

    @staticmethod
    def until(is_so):
        for _ in range(600):
            if is_so():
                return
            time.sleep(0.05)
        raise TimeoutError('what was waited for did not come')

    def runs(self):
        """What the journal says, [] where there is none, None where it cannot be read."""
        code, text = self.run('run list --json --quiet')
        return json.loads(text) if code == 0 else None

    def plain(self, text):
        """Without what differs from one run to the next."""
        for name, said in (*self.service_names.items(), (f'{self.folder}/', '/srv/pms/'), (self.folder, '/srv/pms'), (self.service.url, 'https://service.example'), (f'{ROOT}/', '')):
            text = text.replace(name, said)
        text = re.sub(r'(clock of this machine says )\S+(, and that of the service )\S+:', r'\1another day\2today:', text)
        text = re.sub(r'https?://127\.0\.0\.1:\d+', 'https://service.example', re.sub(r'process \d+', 'process 4711', text))
        return re.sub(r'127\.0\.0\.1:\d+', 'service.example', re.sub(r'\d{4}-\d\d-\d\dT[\d:.]+Z', '2026-11-23T04:15:00Z', text))

    def leaks(self, *texts):
        """Where a secret stands that should stand nowhere: in what was said, in what was told the monitor, in any file that was written."""
        found = [f'words: {text[:200]}' for text in (*texts, *(body for _, body in self.service.pings)) if any(canary in text for canary in CANARIES)]
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with open(os.path.join(folder, name), 'rb') as file:
                    whole = file.read()
                found += [f'file {name}' for canary in CANARIES if canary.encode() in whole]
        return found

    def remove(self):
        self.service.close()
        subprocess.run(['umount', f'{self.folder}/small'], capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

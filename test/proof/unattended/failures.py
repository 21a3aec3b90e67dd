"""How a scheduled push ends, cause by cause, as it was seen: docs/unattended.md is written from it.

    sudo python3 test/proof/unattended/failures.py [--check] [--format json|text|markdown|html] [--only NAME …]

Each cause is brought about on a machine of its own against a service that shares no code with the project; the push runs as cron runs it. Judged are
the exit code, the headline of the summary, what the monitor was told, that no secret stands anywhere, that nothing claims to have sent nothing where
something was sent, and that the service holds what the file says once the cause is gone and the next command was run.
"""
import argparse
import csv
import fcntl
import html
import json
import os
import re
import sys
from decimal import Decimal

import before_sending  # noqa: F401
import while_sending  # noqa: F401
from case import CASES
from machine import ROOT, Machine

PAGE = f'{ROOT}/docs/unattended.md'
HEAD = """# How a push from cron ends

Each line was seen: `test/proof/unattended/failures.py` brings the cause about, runs `rates push … --yes --quiet --summary …` as cron does, and writes
this page. The words are the first that the mail says about the cause; the summary and the monitor are told the same. "Left" is what the journal and the
service hold then, six nights being asked for. The next step is the one that the mail names: after it, with the cause gone, the service held what the file
says. Where nothing stands under the words, no mail comes; whoever is killed writes none, and leaves a summary that says "begun, not ended".

| cause | exit | words | left | next step |
|---|--:|---|---|---|
"""
STATES = {'stopped', 'interrupted', 'partial', 'done', 'nothing-to-do'}


def play(case, summary_format):
    m = Machine(summary_format)
    try:
        exit_code, mail = case.run(m)
        writes = m.service.writes if m.seen_writes is None else m.seen_writes
        problems = [] if exit_code == case.exit else [f'exit {exit_code}, not {case.exit}']
        problems += judge_summary(m, case, mail) + m.leaks(mail)
        if writes > 0 and re.search('nothing was sent', mail, re.I) and not m.delivered:
            problems.append('it says that nothing was sent')
        if exit_code not in (0, 137) and 'hubswitch' not in mail and not re.search(r'Check|Correct|Set|Free|Make|Name', mail):
            problems.append('no next step')
        left = left_behind(m, mail)
        problems += recover(m, mail)
        return [case.cause, str(exit_code), words(m.plain(mail)), left, next_step(m.plain(mail))], problems, mail
    finally:
        m.remove()


def judge_summary(m, case, mail):
    if case.headline == 'none':
        return []
    if not os.path.exists(m.summary):
        return ['there is no summary']
    with open(m.summary) as file:
        text = html.unescape(file.read())
    said = re.search(r'hubswitch rates push: ([^"<\n]*?)(?: \(exit \d+\))?["<\n]', text)
    ended = [path for path, _ in m.service.pings if path.endswith('/start') is False]
    problems = [] if said is not None and said.group(1) == case.headline else [f'the headline is {said and said.group(0)!r}']
    if case.exit != 137 and case.run.__name__ not in ('held', 'waited') and not ended[-1:] == ['/ping/KEY' if case.exit == 0 else '/ping/KEY/fail']:
        problems.append(f'the monitor was told {m.service.pings}')
    # What is said to cron stands in the summary as well, what was kept back until then apart.
    last = [line for line in mail.splitlines() if line.strip() != '' and not re.match(r'\d{4}-\d\d-\d\dT|The monitor of ', line)][-1:]
    if case.exit not in (0, 137) and last and last[0] not in json.loads(text).get('text', '') if m.summary.endswith('.json') else False:
        problems.append('the summary lacks the next step')
    return problems


def left_behind(m, mail):
    runs = m.runs()
    if runs is None:
        return 'the journal, as it is'
    if not runs:
        return 'no run'
    run = runs[0]
    nights = run['nights']
    parts = [f"{nights[name]} {name}" for name in ('acknowledged', 'rejected') if nights[name]] + ([f"{nights['left'] - nights['unanswered']} not sent"] if nights['left'] > nights['unanswered'] else [])
    parts += [f"{nights['unanswered']} without an answer"] if nights['unanswered'] else []
    return f"run {run['id']} {run['state']}: {', '.join(parts) or 'nothing sent'}"


def recover(m, mail):
    """With the cause gone, the command that the mail names, or the next push, brings the service to what the file says."""
    m.service.before = None
    m.service.delay = 0
    if m.mend is not None:
        m.mend()
    named = [] if m.is_elsewhere else re.findall(r'"hubswitch (run resume \d+)"', mail)
    m.prices = {cell: price for cell, price in prices_of(m).items()}
    for words_of_it in [*(f'{one} --yes --quiet' for one in named[:1]), None]:
        exit_code, told = m.run(words_of_it)
        if exit_code != 0 and not (words_of_it is None and m.summary.startswith(f'{m.folder}/no-such-folder')):
            return [f'after it, {words_of_it or "the next push"} ended with {exit_code}: {told}']
    return [] if m.service.held == m.prices else [f'the service holds {m.service.held}, the file says {m.prices}']


def prices_of(m):
    with open(m.path) as file:
        return {(row['hotel_code'], row['date']): Decimal(row['price']) for row in csv.DictReader(file)}


def said_in(mail):
    """Its lines but for what was kept back until it failed, and what was only told about the monitor or the clock."""
    lines = [line for line in mail.splitlines() if line.strip() != '' and not re.match(r'\d{4}-\d\d-\d\dT', line)]
    return [line for line in lines if not line.startswith(('The monitor of ', 'The clock of '))] or lines


def words(mail):
    """What happened, in the first sentence of the line that says so."""
    lines = said_in(mail)
    errors = [line[len('Error: '):] for line in lines if line.startswith('Error: ')]
    faults = [line for line in lines[1:-1] if not re.match(r'\d+ (?:night|request|row)s?\b', line) and not line.startswith('  ')]
    said = re.sub(r' \(\d+ attempts\)| \(\d+ s for all of it\)|, \d+\.\d s\b', '', [*errors, *faults[-1:], *lines[:1], ''][0])
    return first_sentence(said) if errors or faults or said.startswith('The clock of ') else said


def next_step(mail):
    """The command that the mail names, or the first sentence of its last line."""
    lines = said_in(mail)
    if not lines or not re.match('Error: |Run ', lines[0]):
        return ''
    # What an error says of single rows stands indented.
    last = ' '.join(line for line in lines[1:] if not line.startswith('  ')) if lines[0].startswith('Error: ') else lines[-1]
    looked = re.search(r'"(hubswitch run verify \d+)" .*; then "(hubswitch run resume \d+)"', last)
    if looked:
        return f'`{looked.group(1)}`, then `{looked.group(2)}`'
    told = re.match(r'(?:Run|Put the sign-in right, then run) "(hubswitch [^"]+)"', last)
    return f'`{told.group(1)}`' if told else first_sentence(last)


def first_sentence(text):
    return re.split(r'(?<=[^.])\.(?: |$)', text, maxsplit=1)[0] + '.'


def row(cells):
    return '| ' + ' | '.join(cell.replace('|', '\\|').replace('<', '&lt;') for cell in cells) + ' |'


def keep_row(case, text):
    """Puts a line into the page, in the order of the cases; several of these may be at work."""
    with open(PAGE, 'a+') as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        known = {line.split(' | ')[0][2:]: line for line in file.read().splitlines() if line.startswith('| ')}
        known[case.cause] = text
        file.truncate(0)
        file.write(HEAD + ''.join(known[one.cause] + '\n' for one in CASES if one.cause in known))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--format', default='json', choices=['json', 'text', 'markdown', 'html'])
    parser.add_argument('--only', nargs='*')
    given = parser.parse_args()
    rows, wrong = [], 0
    for case in CASES:
        if given.only and case.run.__name__ not in given.only:
            continue
        cells, problems, mail = play(case, given.format)
        rows.append(row(cells))
        if given.check and page_shape(rows[-1]) not in page_shape(open(PAGE).read()):
            problems.append('docs/unattended.md says otherwise')
        wrong += len(problems)
        if not given.check and not problems:
            keep_row(case, rows[-1])
        print(f"{'WRONG' if problems else 'ok   '} {case.run.__name__}: {' | '.join(cells[1:])}", *[f'\n      {problem}' for problem in problems], flush=True)
    if given.only is None and given.check and page_shape(open(PAGE).read()) != page_shape(HEAD + '\n'.join(rows) + '\n'):
        sys.exit('docs/unattended.md is not what was seen: run this without --check')
    sys.exit(1 if wrong else 0)


def page_shape(page):
    """Without figures that time decides, such as how many nights went out before a signal, and whether any did before the deadline."""
    page = re.sub(r'was up (?:before its first request|after \d+ requests?)', 'was up', page)
    return re.sub(r'\d+', '0', re.sub(r'\d+ (?:requests?|nights?|s|acknowledged|not sent|without an answer)\b(?:, )?', '', page))


if __name__ == '__main__':
    main()

"""Causes that meet a scheduled push while it sends, and those that must not change how it ends."""
import os
import signal
import time

from before_sending import fill, small
from case import case
from service import refuse


@case('`--deadline` runs out', 9, 'out of time')
def deadline(m):
    m.service.delay = 0.8
    m.mend = lambda: setattr(m.service, 'delay', 0)
    return m.run(f'rates push {m.path} {m.flags} --deadline 3s --summary {m.summary}')


@case('The service takes a request and never answers', 10, 'service unreachable')
def silent(m):
    def before(service, handler, number):
        if number < 3:
            return False
        time.sleep(2)
        handler.close_connection = True
        return True
    m.service.before = before
    m.mend = lambda: setattr(m.service, 'before', None)
    return m.run(f'rates push {m.path} {m.flags} --timeout 1s --summary {m.summary}')


@case('The service asks it to slow down (429) until `--deadline`', 9, 'out of time')
def throttled(m):
    def before(service, handler, number):
        if number < 3:
            return False
        handler.answer(429, {'message': 'Too many requests'}, (('retry-after', '1'),))
        return True
    m.service.before = before
    m.mend = lambda: setattr(m.service, 'before', None)
    return m.run(f'rates push {m.path} {m.flags} --timeout 2s --deadline 9s --summary {m.summary}')


@case('The service goes down (503) half way, and `--deadline` runs out', 9, 'out of time')
def goes_down(m):
    def before(service, handler, number):
        if number < 3:
            return False
        handler.answer(503, {'message': 'down for repairs'})
        return True
    m.service.before = before
    m.mend = lambda: setattr(m.service, 'before', None)
    return m.run(f'rates push {m.path} {m.flags} --timeout 2s --deadline 9s --summary {m.summary}')


@case('The service refuses a row', 3, 'done in part')
def rows(m):
    m.service.before = lambda service, handler, number: number == 3 and refuse(handler, 'Price below cost', 'room_settings[0].price')
    m.mend = lambda: setattr(m.service, 'before', None)
    return m.run()


@case('The account is withdrawn half way: 401, and no new sign-in', 4, 'sign-in failed')
def withdrawn(m):
    def before(service, handler, number):
        if number < 3:
            return False
        service.sign_in_status = 401
        handler.answer(401, {'result': None, 'status': 'fail', 'message': 'The token has expired.', 'executionTime': 1})
        return True

    def mend():
        m.service.before, m.service.sign_in_status = None, 200
    m.service.before, m.mend = before, mend
    return m.run()


@case('The disk fills up', 1, 'the disk is full')
def full_during(m):
    small(m, '3m')
    m.run(f'rates push {m.path} {m.flags}')
    m.prices = m.write('rates.csv', nights=6, price=120)

    def before(service, handler, number):
        if number == 9:
            fill(m)
        return False
    m.service.before = before
    m.mend = lambda: os.remove(f'{m.folder}/small/fill')
    return m.run()


@case('It is killed while it sends', 137, 'begun, not ended')
def killed(m):
    return signalled(m, signal.SIGKILL)


@case('SIGTERM while it sends', 130, 'interrupted')
def terminated(m):
    return signalled(m, signal.SIGTERM)


@case('`run stop` while it sends', 130, 'interrupted')
def stopped(m):
    # Longer than "run stop" takes to begin on a busy machine.
    m.service.delay = 8
    process = m.start()
    m.until(lambda: m.service.writes >= 2)
    m.run('run stop --last --yes')
    mail, _ = process.communicate()
    return process.returncode, mail


@case('The file changes while it is sent', 0, 'done')
def changed(m):
    m.service.delay = 0.5
    process = m.start()
    m.until(lambda: m.service.writes >= 2)
    m.write('rates.csv', price=130)
    mail, _ = process.communicate()
    m.service.delay = 0
    return process.returncode, mail


@case('The token expires while it sends, and a new one is given', 0, 'done')
def renewed(m):
    def before(service, handler, number):
        if number != 3:
            return False
        service.tokens.clear()
        handler.answer(401, {'result': None, 'status': 'fail', 'message': 'The token has expired.', 'executionTime': 1})
        return True
    m.service.before = before
    return m.run()


@case('The log cannot be written', 0, 'done')
def log(m):
    return m.run(f'rates push {m.path} {m.flags} --summary {m.summary} --log-file {m.folder}/no-such-folder/push.log')


@case('The summary cannot be written', 0, 'none')
def summary(m):
    m.summary = f'{m.folder}/no-such-folder/push.txt'
    return m.run()


@case('The monitor of `--ping-url` is down', 0, 'done')
def ping(m):
    m.service.ping_status = 500
    return m.run()


def signalled(m, which):
    m.service.delay = 1
    process = m.start()
    m.until(lambda: m.service.writes >= 2)
    process.send_signal(which)
    mail, _ = process.communicate()
    m.service.delay = 0
    return (128 + which if process.returncode == -which else process.returncode), mail

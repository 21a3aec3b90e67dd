"""The package as it is passed on: packed, installed from its tarball into an empty prefix, used as a person and as a program would.

    python3 test/proof/packed/packed.py [--npm npm-cli.js] [NODE ...]

NODE is a path to a Node binary; without one, the Node that "node" starts. Home, prefix, npm cache and configuration are new and empty; what the
package depends on comes from the npm registry. Of the tarball: no sources, no tests, no maps, at most 3.5 MB, types, the notices of what is bundled.
On each Node: version, help, doctor, sandbox, a house from its document, a push of a sample and what the sandbox then holds, lint, explain,
completion in a shell, and a strict TypeScript program that uses the package's entry. Shares no code with the project.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
MOST_BYTES = 3_500_000
LEFT_OUT = re.compile(r'^(src|test)/|\.map$|\.tsbuildinfo$|(^|/)\.[^/]|(?<!\.d)\.ts$|vitest|tsconfig|package-lock')
NEEDED = ['package.json', 'README.md', 'SECURITY.md', 'CHANGELOG.md', 'bin/run.cjs', 'dist/index.js', 'dist/types/index.d.ts',
          'dist/THIRD-PARTY-NOTICES.txt', 'oclif.manifest.json', 'docs/help/cron.md', 'docs/habits.md', 'samples/rates.csv']
WAYS = ('http_proxy', 'https_proxy', 'no_proxy', 'node_extra_ca_certs', 'ssl_cert_file')
PROGRAM = """
import { connect, DEMO_ACCOUNTS, EXIT, Fault, lintMessage, planPush, sendPush, startSandbox, verifyPush, type PushRow } from 'hubswitch'

const sandbox = await startSandbox()
const account = DEMO_ACCOUNTS[0]
if (account === undefined) throw new Error('no account')
const service = connect({ baseUrl: sandbox.url, partnerId: account.partnerId, partnerSecret: account.secret, channelCredentials: account.channelCredentials })
const rows: PushRow[] = [{ hotel_code: 1, room_id: 2, date: '2027-02-30', price: '9' }]
try {
  await planPush(service, { kind: 'rates', rows })
  throw new Error('a night that no year has was planned')
} catch (error) {
  if (!(error instanceof Fault)) throw error
  const findings: number = (error.findings ?? []).length
  console.log(error.code, error.exitCode === EXIT.invalidInput, findings)
} finally {
  await service.close()
  await sandbox.close()
}
// @ts-expect-error a kind that there is not
export const wrong = (): unknown => planPush(service, { kind: 'weather', rows })
export type Used = [typeof lintMessage, typeof sendPush, typeof verifyPush]
"""


class Failed(Exception):
    pass


def expect(is_so, said):
    if not is_so:
        raise Failed(said)


def run(args, env, cwd, code=0):
    try:
        done = subprocess.run(args, env=env, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180)
    except subprocess.TimeoutExpired:
        raise Failed(f'{" ".join(args)}: no end in 180 s') from None
    expect(done.returncode == code, f'{" ".join(args)}: exit {done.returncode}, expected {code}\n{done.stdout[-1500:]}{done.stderr[-1500:]}')
    return done.stdout


def environment(folder, cache, node):
    """Nothing of the caller's but where programs are."""
    home = os.path.join(folder, 'home')
    os.makedirs(home)
    # How this machine reaches the registry is no part of what is proved.
    ways = {name: value for name, value in os.environ.items() if name.lower() in WAYS}
    for name in ('registry', 'cafile'):
        value = subprocess.run(['npm', 'config', 'get', name], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        if value not in ('', 'null', 'undefined'):
            ways[f'npm_config_{name}'] = value
    return {**ways, 'HOME': home, 'PATH': os.pathsep.join([os.path.dirname(node), '/usr/local/bin', '/usr/bin', '/bin']), 'npm_config_cache': cache,
            'npm_config_update_notifier': 'false', 'npm_config_audit': 'false', 'npm_config_fund': 'false', 'NO_COLOR': '1', 'LANG': 'C.UTF-8'}


def pack(folder):
    """Built, typed and packed as `npm run package` does it."""
    done = subprocess.run(['npm', 'run', '--silent', 'package', '--', '--json', '--pack-destination', folder], cwd=ROOT, capture_output=True, text=True)
    expect(done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:])
    tarball = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith('.tgz')]
    expect(len(tarball) == 1, f'one tarball, not {tarball}')
    return tarball[0]


def look_into(tarball):
    with tarfile.open(tarball) as opened:
        files = {member.name.removeprefix('package/'): member.size for member in opened.getmembers() if member.isfile()}
        manifest = json.load(opened.extractfile('package/package.json'))
        notices = opened.extractfile('package/dist/THIRD-PARTY-NOTICES.txt').read().decode()
    size = os.path.getsize(tarball)
    expect(size <= MOST_BYTES, f'{size} bytes packed, {MOST_BYTES} at most')
    stray = [name for name in files if LEFT_OUT.search(name)]
    expect(stray == [], f'files that do not belong there: {stray[:5]}')
    missing = [name for name in NEEDED if files.get(name, 0) == 0]
    expect(missing == [], f'missing: {missing}')
    expect(bool(manifest.get('license')), 'package.json names no licence')
    unnamed = [name for name in ('@oclif/core', 'hono', 'undici', 'yaml', 'zod') if f'\n{name} ' not in notices]
    expect(unnamed == [], f'bundled without a notice: {unnamed}')
    print(f'packed: {size / 1e6:.2f} MB, {sum(files.values()) / 1e6:.1f} MB unpacked, {len(files)} files, {sum(name.endswith(".d.ts") for name in files)} of types')


def prove(node, npm, tarball, cache):
    node = os.path.realpath(node)
    folder = tempfile.mkdtemp(prefix='hubswitch-packed-')
    try:
        begun = time.time()
        env = environment(folder, cache, node)
        prefix = os.path.join(folder, 'prefix')
        run([node, npm, 'install', '--global', '--prefix', prefix, tarball], env, folder)
        installed = time.time() - begun
        package = os.path.join(prefix, 'lib/node_modules/hubswitch')
        program = os.path.join(prefix, 'bin/hubswitch')
        hubswitch = lambda *args, **more: run([program, *args], env, more.pop('cwd', package), **more)
        version = run([node, '--version'], env, folder).strip()
        use(hubswitch, version)
        completes(program, env, folder)
        as_library(node, package, env, folder)
        npm_version = run([node, npm, '--version'], env, folder).strip()
        print(f'Node {version[1:]}, npm {npm_version}: installed in {installed:.0f} s, used in {time.time() - begun - installed:.0f} s')
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def use(hubswitch, version):
    for flag in (['version'], ['--version']):
        expect(re.fullmatch(rf'hubswitch/\d+\.\d+\.\d+ \S+ node-{re.escape(version)}\n', hubswitch(*flag)), f'{flag} names another Node')
    expect('Push a file' in hubswitch(), 'the first page')
    expect('READING THE FILES' in hubswitch('rates', 'push', '--help'), 'help of a command')
    expect(hubswitch('help', 'cron').startswith('Pushing from cron\n'), 'a page of help')
    checks = json.loads(hubswitch('doctor', '--json'))
    expect(checks['fail'] == 0 and checks['ok'] > 10, f'doctor finds {checks}')
    hubswitch('auth', 'login')
    hubswitch('sandbox', 'seed', '--properties', '2')
    hubswitch('sandbox', 'reset', '--yes')
    hubswitch('property', 'apply', 'samples/houses/guest-house.yaml', '--yes')
    pushed = hubswitch('rates', 'push', 'samples/houses/guest-house.csv', '--map', 'samples/houses/guest-house-mapping.yaml')
    expect(pushed.startswith('Run 1: Done. 368 nights acknowledged'), pushed[:200])
    nights = json.loads(hubswitch('calendar', 'show', '1000001', '--from', '2028-07-01', '--nights', '3', '--json'))
    prices = {(each['night'], each['room']): each['price'] for each in nights}
    expect(prices.get(('2028-07-01', '101')) == '102.00' and len({night for night, _ in prices}) == 3, f'the calendar says {prices}')
    hubswitch('resnotif', 'lint', 'samples/notification.xml')
    expect('counter-across-products' in hubswitch('resnotif', 'lint', 'samples/notification-wrong.xml', code=8), 'lint finds nothing')
    expect('1-101-501' in hubswitch('resnotif', 'explain', 'samples/notification.xml'), 'explain of a message')
    expect('exit' in hubswitch('explain', 'LOCKED').lower(), 'explain of a code')
    surface = json.loads(hubswitch('commands', '--json'))
    expect(len(surface['commands']) > 90, 'commands')


def completes(program, env, folder):
    """What Tab offers behind `rates pu` in bash, as its own completion machinery would ask."""
    script = f'''source <({program} completion bash)
COMP_WORDS=(hubswitch rates pu) COMP_CWORD=2 COMP_LINE="hubswitch rates pu" COMP_POINT=18
"$(complete -p hubswitch | sed 's/.*-F \\([^ ]*\\).*/\\1/')" hubswitch pu rates
printf '%s\\n' "${{COMPREPLY[@]}}"'''
    env = {**env, 'PATH': os.path.dirname(program) + os.pathsep + env['PATH']}
    offered = run(['bash', '--norc', '-c', script], env, folder).split()
    expect(offered == ['push'], f'bash offers {offered} behind "rates pu"')


def as_library(node, package, env, folder):
    """A strict program of a person's own, compiled against the types of the package and run."""
    project = os.path.join(folder, 'program')
    os.makedirs(os.path.join(project, 'node_modules/@types'))
    os.symlink(package, os.path.join(project, 'node_modules/hubswitch'))
    modules = os.path.join(ROOT, 'node_modules')
    for name in ('@types/node', 'undici-types'):
        os.symlink(os.path.join(modules, name), os.path.join(project, 'node_modules', name))
    options = {'strict': True, 'exactOptionalPropertyTypes': True, 'noUncheckedIndexedAccess': True, 'module': 'nodenext', 'target': 'es2023',
               'types': ['node'], 'skipLibCheck': False, 'rootDir': '.'}
    for name, text in {'package.json': '{"type": "module"}', 'tsconfig.json': json.dumps({'compilerOptions': options, 'files': ['use.ts']}), 'use.ts': PROGRAM}.items():
        with open(os.path.join(project, name), 'w') as file:
            file.write(text)
    run([node, os.path.join(modules, 'typescript/bin/tsc'), '-p', '.'], env, project)
    said = run([node, 'use.js'], env, project)
    expect(said == 'INVALID_INPUT true 1\n', f'the program says {said!r}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--npm', help='npm-cli.js to install with, instead of the one beside "node"')
    parser.add_argument('--tarball', help='a tarball that is there, instead of packing one')
    parser.add_argument('nodes', nargs='*', metavar='NODE')
    given = parser.parse_args()
    here = os.path.realpath(shutil.which('node'))
    npm = given.npm or os.path.realpath(shutil.which('npm'))
    with tempfile.TemporaryDirectory(prefix='hubswitch-tarball-') as folder:
        try:
            tarball = os.path.abspath(given.tarball) if given.tarball else pack(folder)
            look_into(tarball)
            for node in given.nodes or [here]:
                prove(node, npm, tarball, os.path.join(folder, 'cache'))
        except Failed as failure:
            print(f'FAILED {failure}', file=sys.stderr)
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())

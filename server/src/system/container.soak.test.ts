import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { checkoutRoot } from '../platform/paths.ts';

/*
 * Builds the image from the Dockerfile and runs it. No registry is needed: the base is made of Debian's packages and the Node that
 * runs this test. The options of podman are those of a machine that lets no container set limits.
 */
const PROGRAMS = ['buildah', 'podman', 'runc', 'debootstrap'];
const ACCOUNT = 1000;
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const find = (name: string) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

const absent = PROGRAMS.filter((name) => find(name) === undefined);
const obstacle =
  process.getuid?.() !== 0 ? 'this is not root' : absent.length > 0 ? `${absent.join(', ')} can't be found (apt-get install ${absent.join(' ')})` : undefined;
if (obstacle !== undefined) console.warn(`! The container was NOT built and run: ${obstacle}`);

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-container-'));
const storage = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'run'), '--storage-driver', 'vfs'];
const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
const buildah = (...args: string[]) => run('buildah', ...storage, ...args).trim();
const podman = (command: string, ...args: string[]) => run('podman', ...storage, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', command, ...args);

afterAll(() => {
  if (obstacle === undefined) {
    try {
      podman('rm', '--force', 'stowage');
    } catch {
      // It was not made.
    }
  }
  rmSync(folder, { recursive: true, force: true });
  // Each layer is a whole copy of the system.
}, 600_000);

/** An image with Debian, Node and npm. */
function makeBase(): void {
  const base = path.join(folder, 'base');
  run('debootstrap', '--variant=minbase', 'bookworm', base);
  copyFileSync(realpathSync(process.execPath), path.join(base, 'usr/bin/node'));
  const npm = path.resolve(realpathSync(find('npm') ?? ''), '../..');
  cpSync(npm, path.join(base, 'usr/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(base, 'usr/bin/npm'));
  run('chroot', base, 'useradd', '--uid', String(ACCOUNT), 'node');
  mkdirSync(path.join(base, 'etc/ssl/certs'), { recursive: true });
  if (existsSync(CERTIFICATES)) copyFileSync(CERTIFICATES, path.join(base, CERTIFICATES));
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, base, '/');
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', container);
  buildah('commit', '--quiet', container, 'localhost/node-base');
  buildah('rm', container);
  rmSync(base, { recursive: true });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function untilReady(address: string): Promise<unknown> {
  for (const deadline = Date.now() + 120_000; ; await sleep(500)) {
    const answer = await fetch(`${address}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return answer.json();
    if (Date.now() > deadline) throw new Error(`The container does not serve:\n${podman('logs', 'stowage')}`);
  }
}

it.skipIf(obstacle !== undefined)(
  'builds an image that serves without root, without capabilities and with a read-only file system',
  async () => {
    makeBase();
    const build = ['build', '--format', 'docker', '--isolation', 'chroot', '--network', 'host', '--build-arg', 'BASE=localhost/node-base'];
    buildah(...build, '--tag', 'stowage', checkoutRoot());
    const data = path.join(folder, 'data');
    mkdirSync(data);
    chownSync(data, ACCOUNT, ACCOUNT);
    const passphrase = path.join(folder, 'passphrase');
    writeFileSync(passphrase, 'a passphrase of this test\n');
    const backups = ['--volume', 'backups:/backups', '--volume', `${passphrase}:/run/secrets/backup_passphrase:ro`];
    const backupSettings = ['--env', 'STOWAGE_BACKUP_TARGET=/backups', '--env', 'STOWAGE_BACKUP_PASSPHRASE_FILE=/run/secrets/backup_passphrase'];
    const port = await freePort();
    const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096'];
    const hardened = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--volume', `${data}:/data`];
    podman(
      'run',
      '--detach',
      '--name',
      'stowage',
      ...limits,
      '--network',
      'host',
      ...hardened,
      ...backups,
      ...backupSettings,
      '--env',
      `PORT=${port}`,
      '--env',
      'STOWAGE_DEMO=off',
      'localhost/stowage',
    );
    expect(await untilReady(`http://127.0.0.1:${port}`)).toMatchObject({ status: 'ok' });
    expect(podman('exec', 'stowage', 'id', '-u').trim()).toBe(String(ACCOUNT));
    expect(podman('exec', 'stowage', 'sh', '-c', 'touch /opt/file 2>&1 || true')).toContain('Read-only');
    podman('healthcheck', 'run', 'stowage');
    const { checks } = JSON.parse(podman('exec', 'stowage', 'stowage', 'doctor', '--json')) as { checks: { status: string }[] };
    expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
    podman('exec', 'stowage', 'stowage', 'backup');
    podman('exec', 'stowage', 'stowage', 'verify-backup');
    podman('stop', '--time', '60', 'stowage');
    expect(podman('inspect', '--format', '{{.State.ExitCode}}', 'stowage').trim()).toBe('0');
  },
  1_200_000,
);

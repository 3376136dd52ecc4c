import { existsSync } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectMissingError } from '../../../integrations/storage/object-store.ts';
import type { Account } from '../../../platform/database/embedded/account.ts';
import { readWhole, type Vault } from '../vault/vault.ts';
import { isSegment, isWalFile, segmentAfter, walName } from '../vault/wal.rules.ts';

const POLL_MS = 10;
const WANT = '.want';
const ANSWERS = ['.here', '.none', '.fail'];
/** Segments that are fetched before PostgreSQL asks for them. */
const AHEAD = 3;

/**
 * The command asks by a file and waits for the answer, so that one process holds the key and fetches ahead. Exit codes: 1, there
 * is no such segment; above 125, PostgreSQL ends the recovery instead of taking this for the end of the WAL.
 */
const SCRIPT = `folder=$(dirname "$0")
file="$folder/$1"
: > "$file.want" || exit 255
tries=0
while [ $tries -lt 60000 ]; do
  if [ -e "$file.here" ]; then rm -f "$file.want"; mv "$file.here" "$2" || exit 255; exit 0; fi
  if [ -e "$file.none" ]; then rm -f "$file.want" "$file.none"; exit 1; fi
  if [ -e "$file.fail" ]; then exit 255; fi
  sleep 0.02
  tries=$((tries + 1))
done
exit 255
`;

export interface WalServer {
  readonly restoreCommand: string;
  /** The failure that ended the recovery, if one did. */
  stop(): Promise<unknown>;
}

/** Gives a recovering PostgreSQL the WAL of a line. The folder holds a few segments at a time. */
export async function serveWal(vault: Vault, { line, folder, account }: { line: string; folder: string; account: Account | undefined }): Promise<WalServer> {
  await disk.mkdir(folder, { recursive: true, mode: 0o700 });
  const own = async (file: string) => account !== undefined && disk.chown(file, account.uid, account.gid);
  const script = path.join(folder, 'fetch-wal.sh');
  await disk.writeFile(script, SCRIPT);
  for (const file of [folder, script]) await own(file);
  const fetching = new Map<string, Promise<'here' | 'none'>>();
  const fetch = (name: string) => {
    const known = fetching.get(name);
    if (known !== undefined) return known;
    const fetched = place(vault, { name, line, folder, own });
    fetched.catch(() => {});
    fetching.set(name, fetched);
    return fetched;
  };
  const stopping = new AbortController();
  let failure: unknown;
  const answer = async (name: string) => {
    // PostgreSQL may ask a second time for a segment that it took.
    if ((await fetching.get(name)?.catch(() => undefined)) === 'here' && !existsSync(path.join(folder, `${name}.here`))) fetching.delete(name);
    const found = await fetch(name).catch(async (error: unknown) => {
      failure ??= error;
      await disk.writeFile(path.join(folder, `${name}.fail`), '');
    });
    if (found === 'none') await disk.writeFile(path.join(folder, `${name}.none`), '');
    if (found === 'none' || !isSegment(name)) return void fetching.delete(name);
    for (let next = segmentAfter(name), ahead = 0; ahead < AHEAD; next = segmentAfter(next), ahead++) void fetch(next);
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const files = new Set(await disk.readdir(folder));
      const wants = [...files].filter((file) => file.endsWith(WANT)).map((file) => file.slice(0, -WANT.length));
      for (const name of wants) {
        if (isWalFile(name) && !ANSWERS.some((answer) => files.has(name + answer))) await answer(name);
      }
      await sleep(POLL_MS);
    }
  };
  const over = loop();
  over.catch(() => {});
  return {
    restoreCommand: `/bin/sh ${quoted(script)} %f "%p"`,
    async stop() {
      stopping.abort();
      await over;
      await Promise.allSettled(fetching.values());
      return failure;
    },
  };
}

async function place(
  vault: Vault,
  { name, line, folder, own }: { name: string; line: string; folder: string; own: (file: string) => Promise<unknown> },
): Promise<'here' | 'none'> {
  try {
    const content = await readWhole(await vault.read(walName(line, name)));
    const draft = path.join(folder, `${name}.draft`);
    await disk.writeFile(draft, content, { mode: 0o600 });
    await own(draft);
    await disk.rename(draft, path.join(folder, `${name}.here`));
    return 'here';
  } catch (error) {
    if (error instanceof ObjectMissingError) return 'none';
    throw error;
  }
}

/** For the shell, in a setting where a percent sign has a meaning. */
function quoted(file: string): string {
  return `'${file.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}

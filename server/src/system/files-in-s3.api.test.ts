import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PHOTO_CHUNK_BYTES } from '@stowage/contract/photos/photo-uploads';
import sharp, { type Create } from 'sharp';
import { expect, it } from 'vitest';
import { createCase, newPhotoId, Phone, seedLine } from '../../test/fixtures/test-cases.ts';
import { startTestS3 } from '../../test/fixtures/test-s3.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../test/test-app.ts';
import { openTunnel } from '../../test/tunnel.ts';
import { moveAllFiles } from '../commands/move-files.ts';
import { createFilePlaces, type FilePlaces } from '../integrations/storage/file-places.ts';
import type { FilePlace } from '../platform/config/file-config.ts';
import { createLogger } from '../platform/logger.ts';
import { purgeUnfinishedFilesTask } from '../upkeep/purge-unfinished-files.task.ts';

const s3 = await startTestS3();
const files = { place: 's3', s3: s3.location } as const;
const one = await createTestApp({ files });
const two = await createTestApp({ files, beside: one });
const person = await one.signIn('ROLE_ADMIN');
const headers = { authorization: `Bearer ${person.token}` };

const upload = ({ app }: TestApp, content: string) =>
  app.inject({
    method: 'POST',
    url: '/api/documents?name=note.csv&type=OTHER',
    payload: Buffer.from(content),
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
const download = async ({ app }: TestApp, id: number) => (await app.inject({ method: 'GET', url: `/api/documents/${id}/content`, headers })).body;
const onDisk = ({ dataFolder }: TestApp) =>
  (readdirSync(dataFolder, { recursive: true }) as string[]).filter((name) => statSync(path.join(dataFolder, name)).isFile());

it('stores the parts and the photo of a phone whose calls reach alternating processes without a shared folder', async () => {
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } as Create })
    .jpeg({ quality: 100 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(2 * PHOTO_CHUNK_BYTES);
  const line = await seedLine(one);
  let calls = 0;
  const balanced = { inject: (request: never) => (calls++ % 2 === 0 ? one : two).app.inject(request) };
  const phone = new Phone({ ...one, app: balanced as never }, await createCase(person, line));
  await phone.open();
  const stored = await phone.send(photo, { id: newPhotoId() });
  expect([stored.statusCode, calls > 4]).toEqual([200, true]);
  const { thumbnail_url } = stored.json().photo;
  for (const { app } of [one, two]) {
    const shown = await app.inject({ method: 'GET', url: thumbnail_url });
    expect([shown.statusCode, (await sharp(shown.rawPayload).metadata()).format]).toEqual([200, 'jpeg']);
  }
  expect([...onDisk(one), ...onDisk(two)]).toEqual([]);
});

it('serves a document of one process from the other', async () => {
  const { id } = (await upload(one, 'note\nfrom one\n')).json();
  expect(await download(two, id)).toBe('note\nfrom one\n');
});

it('refuses files with 503 while the store is away, and records nothing', async () => {
  const { id } = (await upload(one, 'note\nbefore\n')).json();
  const count = async () =>
    (
      await one.db
        .selectFrom('documents')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const before = await count();
  await s3.stop();
  const refused = await upload(one, 'note\nmeanwhile\n');
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.message]).toEqual([
    503,
    '10',
    'The store of files can’t be reached. Try again in a minute.',
  ]);
  expect((await one.app.inject({ method: 'GET', url: `/api/documents/${id}/content`, headers })).statusCode).toBe(503);
  expect(await count()).toBe(before);
  await s3.start();
  expect((await upload(two, 'note\nmeanwhile\n')).statusCode).toBe(200);
  expect(await download(one, id)).toBe('note\nbefore\n');
});

it('frees database connections soon while the network swallows what is sent to the store', async () => {
  const answerMs = 300;
  const { hostname: host, port } = new URL(s3.location.endpoint ?? '');
  const tunnel = await openTunnel({ host, port: Number(port) });
  const endpoint = `http://${tunnel.address.host}:${tunnel.address.port}`;
  const far = await createTestApp({ files: { place: 's3', s3: { ...s3.location, endpoint, answerMs } }, beside: one });
  const { id } = (await upload(far, 'note\nbefore\n')).json();
  tunnel.swallow(true);
  const started = performance.now();
  const statuses = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, (_, nth) => upload(far, `note\n${nth}\n`)))).map((a) => a.statusCode);
  expect(await statuses(15)).toEqual(Array(15).fill(503));
  expect(performance.now() - started).toBeLessThan(10 * answerMs);
  tunnel.swallow(false);
  await expect.poll(() => statuses(1), { timeout: 10 * answerMs }).toEqual([200]);
  expect(await download(far, id)).toBe('note\nbefore\n');
  await tunnel.close();
});

async function move(filePlaces: FilePlaces, to: FilePlace, dataFolder = one.dataFolder) {
  const said: string[] = [];
  const code = await moveAllFiles({ connection: one.connection, filePlaces, secrets: TEST_SECRETS, dataFolder }, to, (text) => said.push(text));
  return { code, said: said.join('\n') };
}

it('moves files to S3 and back while they are read, and continues a move that was broken off', async () => {
  const started = await createTestApp({ files: { ...files, place: 'disk' }, beside: one });
  const contents = Array.from({ length: 12 }, (_, nth) => `note\n${'x'.repeat(nth * 20_000)}${nth}\n`);
  const ids: number[] = [];
  for (const content of contents) ids.push((await upload(started, content)).json().id);
  mkdirSync(path.join(started.dataFolder, 'photos/returns'), { recursive: true });
  writeFileSync(path.join(started.dataFolder, 'photos/returns/a.jpg.parts'), 'an upload in progress');
  expect(onDisk(started).length).toBe(13);
  expect(await move(started.filePlaces, 's3', started.dataFolder)).toMatchObject({ code: 1, said: expect.stringContaining('Set STOWAGE_FILES=s3') });

  const both = createFilePlaces({ dataFolder: started.dataFolder, files });
  const breaking: FilePlaces = {
    ...both,
    openIn(place, folder) {
      const store = both.openIn(place, folder);
      let removed = 0;
      // A kill leaves the copy and the file.
      const remove = async (name: string) => (++removed > 4 ? Promise.reject(new Error('killed')) : store?.remove(name));
      return place === 'disk' && store !== undefined ? { ...store, remove } : store;
    },
  };
  await expect(move(breaking, 's3', started.dataFolder)).rejects.toThrow('killed');
  const left = onDisk(started).length;
  expect([left > 1, left < 13]).toEqual([true, true]);
  for (const [nth, id] of ids.entries()) expect(await download(started, id)).toBe(contents[nth]);

  expect(await move(both, 's3', started.dataFolder)).toMatchObject({ code: 0, said: expect.stringContaining('1 uploads are in progress') });
  expect(onDisk(started)).toEqual(['photos/returns/a.jpg.parts']);
  for (const [nth, id] of ids.entries()) expect(await download(two, id)).toBe(contents[nth]);

  expect(await move(started.filePlaces, 'disk', started.dataFolder)).toMatchObject({ code: 0 });
  for (const [nth, id] of ids.entries()) expect(await download(started, id)).toBe(contents[nth]);
  expect((await two.app.inject({ method: 'GET', url: `/api/documents/${ids[0]}/content`, headers })).statusCode).toBe(404);
});

it('leaves both copies of a file whose content differs, and says so', async () => {
  const places = createFilePlaces({ dataFolder: two.dataFolder, files });
  await places.openIn('disk', 'photos')?.put('returns/9/x.jpg', Buffer.from('on the disk'));
  await places.openIn('s3', 'photos')?.put('returns/9/x.jpg', Buffer.from('in the bucket'));
  expect(await move(places, 's3', two.dataFolder)).toMatchObject({ code: 1, said: expect.stringContaining('returns/9/x.jpg') });
  expect(onDisk(two)).toEqual(['photos/returns/9/x.jpg']);
});

it('removes what a killed process left of a file a day ago', async () => {
  await one.filePlaces.openIn('disk', 'photos')?.put('incoming/left.draft', Buffer.from('half'));
  const left = () => onDisk(one).filter((name) => name.endsWith('.draft'));
  const purge = (at: Date) =>
    purgeUnfinishedFilesTask({ ...one, clock: { now: () => at }, logger: createLogger('silent') }).run({}, new AbortController().signal);
  await purge(new Date());
  expect(left()).toEqual(['photos/incoming/left.draft']);
  await purge(new Date(Date.now() + 25 * 3_600_000));
  expect(left()).toEqual([]);
});

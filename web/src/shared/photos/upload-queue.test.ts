import { Blob as BytesBlob } from 'node:buffer';
import { PHOTO_CHUNK_BYTES, type UploadedPhoto } from '@stowage/contract/photos/photo-uploads';
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { caseSource } from '../../features/photos/case-source.ts';
import { judgePhoto } from './judge-photo.ts';
import { type QueuedPhoto, type UploadDelay, UploadQueue } from './upload-queue.ts';
import type { WaitingPhoto, WaitingPhotos } from './waiting-photos.ts';

let stored: Map<string, WaitingPhoto>;
let arrived: Map<string, number>;
let kept: string[];
let failing = 0;
let queue: UploadQueue;
let shown: readonly QueuedPhoto[] = [];
let delay: (UploadDelay | undefined)[] = [];
const sentPhotos: UploadedPhoto[] = [];
const onLinkRefused = vi.fn();

const memory: WaitingPhotos = {
  list: async (album) => [...stored.values()].filter((photo) => photo.album === album),
  put: async (photo) => stored.set(photo.id, photo) === stored,
  remove: async (id) => void stored.delete(id),
};
const photo = (id: string, bytes = 10): WaitingPhoto => ({
  id,
  album: 'case 3',
  section: 'product',
  name: `${id}.jpg`,
  // jsdom's own class holds bytes that the hash function doesn't accept.
  content: new BytesBlob([new Uint8Array(bytes)], { type: 'image/jpeg' }) as unknown as Blob,
  takenAt: undefined,
});
const answer = (id: string, size: number) => {
  const offset = arrived.get(id) ?? 0;
  return HttpResponse.json({ offset, photo: offset >= size ? { clientPhotoId: id, section: 'product', thumbnail_url: `/t/${id}` } : null });
};
const open = () =>
  new UploadQueue({
    source: caseSource({ caseId: 3, token: 'token' }),
    waiting: memory,
    onChange: (photos, why) => {
      delay.push(why);
      shown = photos;
    },
    onSent: (one) => sentPhotos.push(one),
    onLinkRefused,
  });

beforeEach(() => {
  delay = [];
  stored = new Map();
  arrived = new Map();
  kept = [];
  failing = 0;
  sentPhotos.length = 0;
  onLinkRefused.mockReset();
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => {};
  const sizes = new Map<string, number>();
  server.use(
    http.post('/api/returns/createcase/uploads/3/photos', async ({ request }) => {
      if (failing-- > 0) return HttpResponse.error();
      const { clientPhotoId, size } = (await request.json()) as { clientPhotoId: string; size: number };
      sizes.set(clientPhotoId, size);
      return answer(clientPhotoId, size);
    }),
    http.put('/api/returns/createcase/uploads/3/photos/:id', async ({ request, params }) => {
      if (failing-- > 0) return HttpResponse.error();
      const id = String(params.id);
      const offset = Number(new URL(request.url).searchParams.get('offset'));
      const { byteLength } = await request.arrayBuffer();
      if (offset === (arrived.get(id) ?? 0)) arrived.set(id, offset + byteLength);
      const size = sizes.get(id) ?? 0;
      if (arrived.get(id) === size) kept.push(id);
      return answer(id, size);
    }),
  );
  queue = open();
});
afterEach(() => queue.close());

it('sends a photo in parts and deletes it when the server has it', async () => {
  await queue.add(photo('photo-one', PHOTO_CHUNK_BYTES * 2 + 5), undefined);
  await waitFor(() => expect(kept).toEqual(['photo-one']));
  await waitFor(() => expect(sentPhotos.map(({ clientPhotoId }) => clientPhotoId)).toEqual(['photo-one']));
  expect([stored.size, shown.length]).toEqual([0, 0]);
});

it('resumes after a lost connection', async () => {
  failing = 2;
  await queue.add(photo('photo-two', PHOTO_CHUNK_BYTES + 5), undefined);
  await waitFor(() => expect(kept).toEqual(['photo-two']));
});

it.each([
  [507, 'space'],
  [503, 'connection'],
])("shows why photos wait after the server's answer %i", async (status, why) => {
  server.use(http.post('/api/returns/createcase/uploads/3/photos', () => HttpResponse.json({ error: { message: 'Later' } }, { status }), { once: true }));
  await queue.add(photo('photo-held'), undefined);
  await waitFor(() => expect(kept).toEqual(['photo-held']));
  await waitFor(() => expect([delay.includes(why as UploadDelay), delay.at(-1)]).toEqual([true, undefined]));
});

it('sends photos that were waiting when the page was closed', async () => {
  stored.set('photo-old', photo('photo-old'));
  stored.set('photo-foreign', { ...photo('photo-foreign'), album: 'case 4' });
  await queue.resume();
  await waitFor(() => expect(kept).toEqual(['photo-old']));
  await waitFor(() => expect([...stored.keys()]).toEqual(['photo-foreign']));
});

it('keeps waiting photos when the link is no longer valid', async () => {
  server.use(http.post('/api/returns/createcase/uploads/3/photos', () => HttpResponse.json({ error: { message: 'Ask for a new code' } }, { status: 403 })));
  await queue.add(photo('photo-late'), undefined);
  await waitFor(() => expect(onLinkRefused).toHaveBeenCalledWith('Ask for a new code'));
  expect(stored.size).toBe(1);
});

it('shows why a photo is rejected and sends the others', async () => {
  server.use(
    http.post('/api/returns/createcase/uploads/3/photos', () => HttpResponse.json({ error: { message: 'Not a photo' } }, { status: 400 }), { once: true }),
  );
  await queue.add(photo('photo-bad'), undefined);
  await queue.add(photo('photo-good'), undefined);
  await waitFor(() => expect(kept).toEqual(['photo-good']));
  await waitFor(() => expect(shown.map(({ id, refusal }) => [id, refusal])).toEqual([['photo-bad', 'Not a photo']]));
  await queue.drop('photo-bad');
  expect(shown).toEqual([]);
});

it.each([
  ['black', () => 5, 'dark'],
  ['a uniform gray', () => 128, 'blurred'],
  ['a chessboard', (at: number) => (at % 2 === 0 ? 30 : 220), undefined],
])('checks %s', (_what, grey, warning) => {
  const [width, height] = [31, 31];
  const data = Array.from({ length: width * height * 4 }, (_, nth) => (nth % 4 === 3 ? 255 : grey(Math.floor(nth / 4))));
  expect(judgePhoto({ width, height, data })).toBe(warning);
});

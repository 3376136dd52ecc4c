import { PHOTO_MAX_BYTES, type UploadState } from '@stowage/contract/photos/photo-uploads';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { shortenPauses } from '../../../test/pauses.ts';
import { NoAnswerError, RefusedError } from '../../api/problem.ts';
import { UploadPanel } from './UploadPanel.tsx';
import type { UploadSource } from './upload-source.ts';

const state: UploadState = {
  expires_at: '2026-11-20 14:33:05',
  sections: [{ section: 'other', name: 'Other', required: 0, taken: 0, cannot_take: null }],
  photos: [],
};
const sent: string[] = [];
let isOnline = true;
const source: UploadSource = {
  name: 'case 3',
  open: async () => {
    if (!isOnline) throw new NoAnswerError('no connection');
    return state;
  },
  begin: async ({ clientPhotoId, filename }) => {
    if (!isOnline) throw new NoAnswerError('no connection');
    if (filename === 'refused.jpg') throw new RefusedError(422, { error: { code: 'invalid', message: 'This is not a photo' } });
    sent.push(filename);
    return { offset: 0, photo: { clientPhotoId, section: 'other', thumbnail_url: `/photos/${clientPhotoId}`, can_remove: true } };
  },
  sendPart: async () => ({ offset: 0, photo: null }),
  remove: async () => {},
  finish: async () => 0,
};

beforeEach(() => {
  [sent.length, isOnline] = [0, true];
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not a picture')));
  // As on a page without HTTPS.
  vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => {};
});

const file = (name: string, size: number) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });
const gallery = async () => screen.findByLabelText<HTMLInputElement>('Choose photos: Other');

it('names every refused file, and sends the others also where the browser stores nothing', async () => {
  render(<UploadPanel source={source} head={() => null} />);
  const huge = [file('one.jpg', PHOTO_MAX_BYTES + 1), file('two.jpg', PHOTO_MAX_BYTES + 1)];
  await userEvent.upload(await gallery(), [...huge, file('empty.jpg', 0), file('good.jpg', 10)]);
  const problem = await screen.findByText(/empty\.jpg/);
  expect(problem.textContent).toBe('one.jpg: A photo may have at most 15 MB. two.jpg: A photo may have at most 15 MB. empty.jpg: The file is empty.');
  await vi.waitFor(() => expect(sent).toEqual(['good.jpg']));
});

it('says how many of too many photos were left out', async () => {
  render(<UploadPanel source={source} head={() => null} />);
  await userEvent.upload(
    await gallery(),
    Array.from({ length: 42 }, (_, nth) => file(`${nth}.jpg`, 1)),
  );
  expect(await screen.findByText('At most 40 photos can be stored together. 2 of 42 were left out.')).toBeTruthy();
});

it('says that there is no connection while it opens, and opens once there is', async () => {
  shortenPauses();
  isOnline = false;
  render(<UploadPanel source={source} head={() => null} />);
  expect(await screen.findByText(/^No connection/)).toBeTruthy();
  isOnline = true;
  expect(await screen.findByText('No photos yet.')).toBeTruthy();
  expect(screen.queryByText(/^No connection/)).toBeNull();
});

it('asks to keep the page open while a photo waits that this phone cannot store', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  render(<UploadPanel source={source} head={() => null} />);
  const field = await gallery();
  expect(asks()).toBe(false);
  isOnline = false;
  await userEvent.upload(field, file('good.jpg', 10));
  expect(await screen.findByText('No connection. This phone can’t store photos: keep this page open until the connection is back.')).toBeTruthy();
  expect(screen.getByText('1 waiting')).toBeTruthy();
  expect(asks()).toBe(true);
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(sent).toEqual(['good.jpg']));
  expect(await screen.findByText('All photos are uploaded.')).toBeTruthy();
  expect(asks()).toBe(false);
});

it('does not count a refused photo as waiting', async () => {
  render(<UploadPanel source={source} head={() => null} />);
  await userEvent.upload(await gallery(), file('refused.jpg', 10));
  expect(await screen.findByText('1 refused')).toBeTruthy();
  expect(screen.queryByText(/waiting/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Finish' }).disabled).toBe(true);
});

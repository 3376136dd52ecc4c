import { ERROR_STATUS } from '@stowage/contract/errors';
import { PHOTO_CHUNK_BYTES, type UploadedPhoto } from '@stowage/contract/photos/photo-uploads';
import { mayPass, RefusedError } from '../../api/problem.ts';
import type { PhotoWarning } from './judge-photo.ts';
import type { PhotoShelf, WaitingPhoto } from './photo-shelf.ts';
import type { UploadSource } from './upload-source.ts';

/** A photo on its way, as the page shows it. */
export interface QueuedPhoto {
  readonly id: string;
  readonly section: string;
  readonly name: string;
  /** A picture of it on this phone. */
  readonly preview: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly warning: PhotoWarning | undefined;
  /** Why the server does not take it. */
  readonly refusal: string | undefined;
}

/** Why photos wait: the connection is gone, or the server has no room for them. */
export type HeldUp = 'connection' | 'space';

interface Options {
  readonly source: UploadSource;
  readonly shelf: PhotoShelf;
  /** Called with all photos on their way whenever one of them got further. */
  readonly onChange: (photos: readonly QueuedPhoto[], heldUp: HeldUp | undefined) => void;
  readonly onSent: (photo: UploadedPhoto) => void;
  /** The link works no more: what waits waits for a new code. */
  readonly onLinkRefused: (message: string) => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** The server has lost what it had of a photo: it is sent from its beginning. */
const SENT_AGAIN = ['not_begun', 'changed'];

/**
 * Sends photos one after the other, in parts. Where it was interrupted it asks the server how much has arrived, and goes on
 * from there; each photo has an id that makes it count once. It tries until the server has taken or refused each.
 */
export class UploadQueue {
  private readonly options: Options;
  private readonly entries = new Map<string, { readonly waiting: WaitingPhoto; state: QueuedPhoto }>();
  private isRunning = false;
  private isClosed = false;
  private heldUp: HeldUp | undefined;
  private failures = 0;
  private readonly onOnline = () => this.wake();
  private wake = () => {};

  constructor(options: Options) {
    this.options = options;
    window.addEventListener('online', this.onOnline);
  }

  /** Takes up what waits since the last time. */
  async resume(): Promise<void> {
    for (const waiting of await this.options.shelf.list(this.options.source.name)) if (!this.entries.has(waiting.id)) this.take(waiting, undefined);
    void this.run();
  }

  async add(waiting: WaitingPhoto, warning: PhotoWarning | undefined): Promise<void> {
    await this.options.shelf.put(waiting);
    this.take(waiting, warning);
    void this.run();
  }

  /** Stops sending a photo and forgets it. */
  async drop(id: string): Promise<void> {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    if (entry !== undefined) URL.revokeObjectURL(entry.state.preview);
    await this.options.shelf.remove(id);
    this.tell();
  }

  close(): void {
    this.isClosed = true;
    window.removeEventListener('online', this.onOnline);
    this.wake();
    for (const { state } of this.entries.values()) URL.revokeObjectURL(state.preview);
  }

  private take(waiting: WaitingPhoto, warning: PhotoWarning | undefined): void {
    const { id, section, name, content } = waiting;
    const state = { id, section, name, preview: URL.createObjectURL(content), sentBytes: 0, totalBytes: content.size, warning, refusal: undefined };
    this.entries.set(id, { waiting, state });
    this.tell();
  }

  private tell(): void {
    if (!this.isClosed)
      this.options.onChange(
        [...this.entries.values()].map(({ state }) => state),
        this.heldUp,
      );
  }

  private update(id: string, change: Partial<QueuedPhoto>): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    entry.state = { ...entry.state, ...change };
    this.tell();
  }

  private next(): WaitingPhoto | undefined {
    return [...this.entries.values()].find(({ state }) => state.refusal === undefined)?.waiting;
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (let photo = this.next(); photo !== undefined && !this.isClosed; photo = this.next()) {
      try {
        await this.sendOne(photo);
        this.failures = 0;
        this.heldUp = undefined;
      } catch (error) {
        await this.failed(photo, error);
      }
    }
    this.isRunning = false;
    this.heldUp = undefined;
    this.tell();
  }

  private async sendOne(waiting: WaitingPhoto): Promise<void> {
    const isWanted = () => !this.isClosed && this.entries.has(waiting.id);
    const photo = await sendPhoto(waiting, { source: this.options.source, isWanted, onOffset: (sentBytes) => this.update(waiting.id, { sentBytes }) });
    if (photo === undefined || !isWanted()) return;
    this.options.onSent(photo);
    await this.drop(waiting.id);
  }

  private async failed({ id }: WaitingPhoto, error: unknown): Promise<void> {
    const reason = error instanceof RefusedError ? (error.reason ?? '') : '';
    if (error instanceof RefusedError && error.status === 403) {
      this.isClosed = true;
      this.options.onLinkRefused(error.message);
    } else if (reason === 'deleted') {
      await this.drop(id);
    } else if (mayPass(error) || SENT_AGAIN.includes(reason)) {
      this.failures += 1;
      this.heldUp = error instanceof RefusedError && error.status === ERROR_STATUS.no_space ? 'space' : 'connection';
      this.tell();
      await this.pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1)));
    } else {
      this.update(id, { refusal: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Ends early when the connection is said to be back. */
  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

interface Sending {
  readonly source: UploadSource;
  readonly isWanted: () => boolean;
  readonly onOffset: (offset: number) => void;
}

/** @returns the photo as the server keeps it; undefined when it is wanted no more */
async function sendPhoto(waiting: WaitingPhoto, { source, isWanted, onOffset }: Sending): Promise<UploadedPhoto | undefined> {
  const { id: clientPhotoId, section, name, content, takenAt } = waiting;
  const sha256 = await hashOf(content);
  let progress = await source.begin({ clientPhotoId, section, filename: name, size: content.size, ...(sha256 && { sha256 }), ...(takenAt && { takenAt }) });
  while (progress.photo === null && isWanted()) {
    onOffset(progress.offset);
    const { offset } = progress;
    progress = await source.sendPart(clientPhotoId, offset, new Uint8Array(await content.slice(offset, offset + PHOTO_CHUNK_BYTES).arrayBuffer()));
  }
  return progress.photo ?? undefined;
}

/** Browsers hash on HTTPS and localhost only; elsewhere the size must do. */
async function hashOf(content: Blob): Promise<string | undefined> {
  if (crypto.subtle === undefined) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

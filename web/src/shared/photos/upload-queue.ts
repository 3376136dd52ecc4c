import { ERROR_STATUS, messageOf } from '@stowage/contract/errors';
import { PHOTO_CHUNK_BYTES, type UploadedPhoto } from '@stowage/contract/photos/photo-uploads';
import { mayPass, RefusedError } from '../../api/problem.ts';
import type { PhotoWarning } from './judge-photo.ts';
import type { UploadSource } from './upload-source.ts';
import type { WaitingPhoto, WaitingPhotos } from './waiting-photos.ts';

/** A photo in the queue, as the page shows it. */
export interface QueuedPhoto {
  readonly id: string;
  readonly section: string;
  readonly name: string;
  /** The address of a preview on this phone. */
  readonly preview: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Whether it survives a closed page. */
  readonly isStored: boolean;
  readonly warning: PhotoWarning | undefined;
  /** Why the server refused it. */
  readonly refusal: string | undefined;
}

/** Why photos wait: there is no connection, or the server has no space. */
export type UploadDelay = 'connection' | 'space';

interface Options {
  readonly source: UploadSource;
  readonly waiting: WaitingPhotos;
  /** Called with all queued photos whenever one of them changes. */
  readonly onChange: (photos: readonly QueuedPhoto[], delay: UploadDelay | undefined) => void;
  readonly onSent: (photo: UploadedPhoto) => void;
  /** The link is no longer valid. The waiting photos stay for a new code. */
  readonly onLinkRefused: (message: string) => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** The server lost the received parts of the photo, so it is sent from the beginning. */
const RETRIED = ['not_begun', 'changed'];

/**
 * Sends photos one after another, in parts. After an interruption it asks the server how much it has received, and continues
 * there. The id of a photo makes a repeated upload count once. Retries until the server has stored or refused each photo.
 */
export class UploadQueue {
  private readonly options: Options;
  private readonly entries = new Map<string, { readonly waiting: WaitingPhoto; state: QueuedPhoto }>();
  private isRunning = false;
  private isClosed = false;
  private delay: UploadDelay | undefined;
  private failures = 0;
  private readonly onOnline = () => this.wake();
  private wake = () => {};

  constructor(options: Options) {
    this.options = options;
    window.addEventListener('online', this.onOnline);
  }

  /** Queues the photos that were stored earlier. */
  async resume(): Promise<void> {
    for (const waiting of await this.options.waiting.list(this.options.source.name)) if (!this.entries.has(waiting.id)) this.take(waiting, { isStored: true });
    void this.run();
  }

  async add(waiting: WaitingPhoto, warning: PhotoWarning | undefined): Promise<void> {
    this.take(waiting, { warning, isStored: await this.options.waiting.put(waiting) });
    void this.run();
  }

  /** Removes a photo from the queue. */
  async drop(id: string): Promise<void> {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    if (entry !== undefined) URL.revokeObjectURL(entry.state.preview);
    await this.options.waiting.remove(id);
    this.notify();
  }

  close(): void {
    this.isClosed = true;
    window.removeEventListener('online', this.onOnline);
    this.wake();
    for (const { state } of this.entries.values()) URL.revokeObjectURL(state.preview);
  }

  private take(waiting: WaitingPhoto, { warning, isStored }: { warning?: PhotoWarning | undefined; isStored: boolean }): void {
    const { id, section, name, content } = waiting;
    const state = { id, section, name, preview: URL.createObjectURL(content), sentBytes: 0, totalBytes: content.size, isStored, warning, refusal: undefined };
    this.entries.set(id, { waiting, state });
    this.notify();
  }

  private notify(): void {
    if (!this.isClosed)
      this.options.onChange(
        [...this.entries.values()].map(({ state }) => state),
        this.delay,
      );
  }

  private update(id: string, change: Partial<QueuedPhoto>): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    entry.state = { ...entry.state, ...change };
    this.notify();
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
        this.delay = undefined;
      } catch (error) {
        await this.failed(photo, error);
      }
    }
    this.isRunning = false;
    this.delay = undefined;
    this.notify();
  }

  private async sendOne(waiting: WaitingPhoto): Promise<void> {
    const isActive = () => !this.isClosed && this.entries.has(waiting.id);
    const photo = await sendPhoto(waiting, { source: this.options.source, isActive, onOffset: (sentBytes) => this.update(waiting.id, { sentBytes }) });
    if (photo === undefined || !isActive()) return;
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
    } else if (mayPass(error) || RETRIED.includes(reason)) {
      this.failures += 1;
      this.delay = error instanceof RefusedError && error.status === ERROR_STATUS.no_space ? 'space' : 'connection';
      this.notify();
      await this.pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1)));
    } else {
      this.update(id, { refusal: messageOf(error) });
    }
  }

  /** Ends early when the browser reports a connection. */
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
  readonly isActive: () => boolean;
  readonly onOffset: (offset: number) => void;
}

/** @returns the stored photo; undefined when it was removed from the queue */
async function sendPhoto(waiting: WaitingPhoto, { source, isActive, onOffset }: Sending): Promise<UploadedPhoto | undefined> {
  const { id: clientPhotoId, section, name, content, takenAt } = waiting;
  const sha256 = await hashOf(content);
  let progress = await source.begin({ clientPhotoId, section, filename: name, size: content.size, ...(sha256 && { sha256 }), ...(takenAt && { takenAt }) });
  while (progress.photo === null && isActive()) {
    onOffset(progress.offset);
    const { offset } = progress;
    progress = await source.sendPart(clientPhotoId, offset, new Uint8Array(await content.slice(offset, offset + PHOTO_CHUNK_BYTES).arrayBuffer()));
  }
  return progress.photo ?? undefined;
}

/** Browsers can hash only on HTTPS and localhost. On other pages the server compares the size only. */
async function hashOf(content: Blob): Promise<string | undefined> {
  if (crypto.subtle === undefined) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

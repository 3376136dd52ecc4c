import { messageOf } from '@stowage/contract/errors';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { ALBUM_MAX_PHOTOS, PHOTO_MAX_BYTES, PHOTO_REFUSALS, type UploadedPhoto, type UploadState } from '@stowage/contract/photos/photo-uploads';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react';
import { RefusedError } from '../../api/problem.ts';
import { newId } from '../new-id.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { type QueuedPhoto, type UploadDelay, UploadQueue } from './upload-queue.ts';
import type { UploadSource } from './upload-source.ts';
import { openWaitingPhotos } from './waiting-photos.ts';

type Phase<S> =
  | { readonly name: 'opening' }
  | { readonly name: 'refused'; readonly message: string }
  | { readonly name: 'open'; readonly state: S }
  | { readonly name: 'finished'; readonly photos: number };

export interface Upload<S extends UploadState = UploadState> {
  readonly phase: Phase<S>;
  readonly queued: readonly QueuedPhoto[];
  /** The number of photos that are being scaled down. */
  readonly preparing: number;
  readonly delay: UploadDelay | undefined;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  add(section: string, files: readonly File[]): Promise<void>;
  remove(id: string): Promise<boolean>;
  readonly canExplain: boolean;
  /** @returns whether it was saved */
  explain(section: string, reason: string | null): Promise<boolean>;
  finish(): Promise<boolean>;
}

const RETRY_MS = 2_000;

/**
 * The state of an upload on this phone: the requested photos, the queue and the stored photos.
 * @param source must be the same object in every rendering
 */
export function useUpload<S extends UploadState>(source: UploadSource<S>): Upload<S> {
  const [phase, setPhase] = useState<Phase<S>>({ name: 'opening' });
  const [queued, setQueued] = useState<readonly QueuedPhoto[]>([]);
  const [preparing, setPreparing] = useState(0);
  const [delay, setDelay] = useState<UploadDelay>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const queue = useRef<UploadQueue>(undefined);

  const change = (work: (state: S) => S) => setPhase((now) => (now.name === 'open' ? { ...now, state: work(now.state) } : now));

  useEffect(
    () =>
      openQueue(source, queue, {
        setPhase,
        onChange: (photos, why) => {
          setQueued(photos);
          setDelay(why);
        },
      }),
    [source],
  );

  /** Runs an action and shows its error. */
  const act = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof RefusedError && error.status === 403) setPhase({ name: 'refused', message: error.message });
      else setProblem(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    phase,
    queued,
    preparing,
    delay,
    problem,
    isBusy,
    async add(section, files) {
      const there = (phase.name === 'open' ? phase.state.photos.length : 0) + queued.length + preparing;
      const room = Math.max(0, ALBUM_MAX_PHOTOS - there);
      const problems = files.length > room ? [`${PHOTO_REFUSALS.too_many} ${leftOut(files.length - room, files.length)}`] : [];
      const say = (more: string) => {
        problems.push(more);
        setProblem(problems.join(' '));
      };
      setProblem(problems[0]);
      await prepare(files.slice(0, room), { queue: queue.current, album: source.name, section, setPreparing, say });
    },
    remove: (id) =>
      act(async () => {
        await queue.current?.drop(id);
        await source.remove(id).catch(ignoreUnknown);
        change((state) => withoutPhoto(state, id));
      }),
    canExplain: source.explain !== undefined,
    explain: (section, reason) =>
      act(async () => {
        const state = await source.explain?.(section, reason);
        if (state !== undefined) change((before) => ({ ...before, sections: state.sections }));
      }),
    finish: () =>
      act(async () => {
        setPhase({ name: 'finished', photos: await source.finish() });
      }),
  };
}

interface Watcher<S> {
  readonly setPhase: Dispatch<SetStateAction<Phase<S>>>;
  readonly onChange: (photos: readonly QueuedPhoto[], delay: UploadDelay | undefined) => void;
}

/** Opens the link, with retries, and then sends the waiting photos. @returns a function that stops it */
function openQueue<S extends UploadState>(
  source: UploadSource<S>,
  queueRef: RefObject<UploadQueue | undefined>,
  { setPhase, onChange }: Watcher<S>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queue = new UploadQueue({
    source,
    waiting: openWaitingPhotos(),
    onChange,
    onSent: (photo) => setPhase((now) => (now.name === 'open' ? { ...now, state: withPhoto(now.state, photo) } : now)),
    onLinkRefused: (message) => setPhase({ name: 'refused', message }),
  });
  queueRef.current = queue;
  const open = async () => {
    try {
      setPhase({ name: 'open', state: await source.open() });
      onChange([], undefined);
      await queue.resume();
    } catch (error) {
      if (error instanceof RefusedError && !error.mayPass) setPhase({ name: 'refused', message: error.message });
      else {
        onChange([], 'connection');
        timer = setTimeout(() => void open(), RETRY_MS);
      }
    }
  };
  void open();
  return () => {
    clearTimeout(timer);
    queue.close();
  };
}

interface Preparing {
  readonly queue: UploadQueue | undefined;
  readonly album: string;
  readonly section: string;
  readonly setPreparing: Dispatch<SetStateAction<number>>;
  readonly say: (problem: string) => void;
}

const leftOut = (count: number, all: number) => `${numberText(count)} of ${numberText(all)} ${count === 1 ? 'was' : 'were'} left out.`;

/** Scales photos down one after another, and queues each as soon as it is ready. */
async function prepare(files: readonly File[], { queue, album, section, setPreparing, say }: Preparing): Promise<void> {
  setPreparing((count) => count + files.length);
  for (const file of files) {
    try {
      const { content, takenAt, warning } = await shrinkPhoto(file);
      if (content.size > PHOTO_MAX_BYTES) say(`${file.name}: ${PHOTO_REFUSALS.too_large}`);
      else if (content.size === 0) say(`${file.name}: The file is empty.`);
      else await queue?.add({ id: newId(), album, section, name: file.name, content, takenAt }, warning);
    } catch (error) {
      say(`${file.name} could not be read: ${messageOf(error)}`);
    } finally {
      setPreparing((count) => count - 1);
    }
  }
}

/** The server does not know a photo that was never announced. */
function ignoreUnknown(error: unknown): undefined {
  if (!(error instanceof RefusedError && error.status === 404)) throw error;
}

function withPhoto<S extends UploadState>(state: S, photo: UploadedPhoto): S {
  const others = state.photos.filter(
    (one) => one.clientPhotoId !== photo.clientPhotoId && one.thumbnail_url.split('?')[0] !== photo.thumbnail_url.split('?')[0],
  );
  return counted({ ...state, photos: [...others, photo] });
}

function withoutPhoto<S extends UploadState>(state: S, id: string): S {
  return counted({ ...state, photos: state.photos.filter(({ clientPhotoId }) => clientPhotoId !== id) });
}

function counted<S extends UploadState>(state: S): S {
  const taken = (section: string) => state.photos.filter((photo) => photo.section === section).length;
  return { ...state, sections: state.sections.map((one) => ({ ...one, taken: taken(one.section) })) };
}

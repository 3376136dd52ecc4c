import { ALBUM_MAX_PHOTOS, PHOTO_MAX_BYTES, PHOTO_REFUSALS, type UploadedPhoto, type UploadState } from '@stowage/contract/photos/photo-uploads';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react';
import { RefusedError } from '../../api/problem.ts';
import { newId } from '../new-id.ts';
import { openPhotoStore } from './photo-store.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { type Blocker, type QueuedPhoto, UploadQueue } from './upload-queue.ts';
import type { UploadSource } from './upload-source.ts';

type Phase<S> =
  | { readonly name: 'opening' }
  | { readonly name: 'refused'; readonly message: string }
  | { readonly name: 'open'; readonly state: S }
  | { readonly name: 'finished'; readonly photos: number };

export interface Upload<S extends UploadState = UploadState> {
  readonly phase: Phase<S>;
  readonly queued: readonly QueuedPhoto[];
  /** The number of photos that are being resized. */
  readonly preparing: number;
  readonly blocker: Blocker | undefined;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  add(section: string, files: readonly File[]): Promise<void>;
  remove(id: string): Promise<boolean>;
  readonly asksWhy: boolean;
  /** @returns whether it was saved */
  explain(section: string, reason: string | null): Promise<boolean>;
  finish(): Promise<boolean>;
}

const AGAIN_MS = 2_000;

/**
 * The state of an upload: the required photos, the waiting ones and the sent ones.
 * @param source must be the same object in each rendering
 */
export function useUpload<S extends UploadState>(source: UploadSource<S>): Upload<S> {
  const [phase, setPhase] = useState<Phase<S>>({ name: 'opening' });
  const [queued, setQueued] = useState<readonly QueuedPhoto[]>([]);
  const [preparing, setPreparing] = useState(0);
  const [blocker, setBlocker] = useState<Blocker>();
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
          setBlocker(why);
        },
      }),
    [source],
  );

  const act = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof RefusedError && error.status === 403) setPhase({ name: 'refused', message: error.message });
      else setProblem(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    phase,
    queued,
    preparing,
    blocker,
    problem,
    isBusy,
    async add(section, files) {
      setProblem(undefined);
      const there = (phase.name === 'open' ? phase.state.photos.length : 0) + queued.length + preparing;
      const room = Math.max(0, ALBUM_MAX_PHOTOS - there);
      if (files.length > room) setProblem(PHOTO_REFUSALS.too_many);
      await prepare(files.slice(0, room), { queue: queue.current, album: source.name, section, setPreparing, setProblem });
    },
    remove: (id) =>
      act(async () => {
        await queue.current?.drop(id);
        await source.remove(id).catch(ignoreUnknown);
        change((state) => withoutPhoto(state, id));
      }),
    asksWhy: source.explain !== undefined,
    explain: (section, reason) =>
      act(async () => {
        const told = await source.explain?.(section, reason);
        if (told !== undefined) change((state) => ({ ...state, sections: told.sections }));
      }),
    finish: () =>
      act(async () => {
        setPhase({ name: 'finished', photos: await source.finish() });
      }),
  };
}

interface Watcher<S> {
  readonly setPhase: Dispatch<SetStateAction<Phase<S>>>;
  readonly onChange: (photos: readonly QueuedPhoto[], blocker: Blocker | undefined) => void;
}

/** Opens the link, with retries, and then sends the waiting photos. @returns a function that stops */
function openQueue<S extends UploadState>(source: UploadSource<S>, place: RefObject<UploadQueue | undefined>, { setPhase, onChange }: Watcher<S>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queue = new UploadQueue({
    source,
    store: openPhotoStore(),
    onChange,
    onSent: (photo) => setPhase((now) => (now.name === 'open' ? { ...now, state: withPhoto(now.state, photo) } : now)),
    onLinkRefused: (message) => setPhase({ name: 'refused', message }),
  });
  place.current = queue;
  const open = async () => {
    try {
      setPhase({ name: 'open', state: await source.open() });
      await queue.resume();
    } catch (error) {
      if (error instanceof RefusedError && !error.mayPass) setPhase({ name: 'refused', message: error.message });
      else timer = setTimeout(() => void open(), AGAIN_MS);
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
  readonly setProblem: (problem: string) => void;
}

/** Resizes photos one after the other, and adds each to the queue. */
async function prepare(files: readonly File[], { queue, album, section, setPreparing, setProblem }: Preparing): Promise<void> {
  setPreparing((count) => count + files.length);
  for (const file of files) {
    try {
      const { content, takenAt, warning } = await shrinkPhoto(file);
      if (content.size > PHOTO_MAX_BYTES) setProblem(`${file.name}: ${PHOTO_REFUSALS.too_large}`);
      else await queue?.add({ id: newId(), album, section, name: file.name, content, takenAt }, warning);
    } catch (error) {
      setProblem(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`);
    } finally {
      setPreparing((count) => count - 1);
    }
  }
}

/** The server doesn't know a photo that was removed before it was announced. */
function ignoreUnknown(error: unknown): undefined {
  if (!(error instanceof RefusedError && error.status === 404)) throw error;
}

function withPhoto<S extends UploadState>(state: S, photo: UploadedPhoto): S {
  const others = state.photos.filter(
    (one) => one.clientPhotoId !== photo.clientPhotoId && one.thumbnail_url.split('?')[0] !== photo.thumbnail_url.split('?')[0],
  );
  return withCounts({ ...state, photos: [...others, photo] });
}

function withoutPhoto<S extends UploadState>(state: S, id: string): S {
  return withCounts({ ...state, photos: state.photos.filter(({ clientPhotoId }) => clientPhotoId !== id) });
}

function withCounts<S extends UploadState>(state: S): S {
  const taken = (section: string) => state.photos.filter((photo) => photo.section === section).length;
  return { ...state, sections: state.sections.map((one) => ({ ...one, taken: taken(one.section) })) };
}

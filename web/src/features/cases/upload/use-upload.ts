import {
  cannotTake,
  finishUpload,
  openUpload,
  PHOTO_MAX_BYTES,
  PHOTO_REFUSALS,
  removePhoto,
  type UploadedPhoto,
  type UploadState,
} from '@stowage/contract/case-photos';
import { CASE_MAX_PHOTOS, type PhotoSection } from '@stowage/contract/case-shots';
import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react';
import { RefusedError } from '../../../api/problem.ts';
import { send } from '../../../api/send.ts';
import { newId } from '../../../shared/new-id.ts';
import { openPhotoShelf } from './photo-shelf.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { type QueuedPhoto, UploadQueue } from './upload-queue.ts';

/** What the address of the page says. */
export interface UploadAddress {
  readonly caseId: number;
  readonly token: string;
}

type Phase =
  | { readonly name: 'opening' }
  | { readonly name: 'refused'; readonly message: string }
  | { readonly name: 'open'; readonly state: UploadState }
  | { readonly name: 'finished'; readonly photos: number };

export interface Upload {
  readonly phase: Phase;
  readonly queued: readonly QueuedPhoto[];
  /** Photos that are being made smaller. */
  readonly preparing: number;
  readonly isHeldUp: boolean;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  add(section: PhotoSection, files: readonly File[]): Promise<void>;
  remove(id: string): Promise<boolean>;
  /** @returns whether it is kept */
  explain(section: PhotoSection, reason: string | null): Promise<boolean>;
  finish(): Promise<boolean>;
}

const AGAIN_MS = 2_000;

/** The phone's side of a case's photos: what is asked for, what waits, what was sent. */
export function useUpload({ caseId, token }: UploadAddress): Upload {
  const [phase, setPhase] = useState<Phase>({ name: 'opening' });
  const [queued, setQueued] = useState<readonly QueuedPhoto[]>([]);
  const [preparing, setPreparing] = useState(0);
  const [isHeldUp, setHeldUp] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const queue = useRef<UploadQueue>(undefined);

  const ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => send(endpoint, input as object, token) as Promise<OutputOf<E>>;
  const change = (work: (state: UploadState) => UploadState) => setPhase((now) => (now.name === 'open' ? { ...now, state: work(now.state) } : now));

  useEffect(
    () =>
      openQueue({ caseId, token }, queue, {
        setPhase,
        onChange: (photos, isStuck) => {
          setQueued(photos);
          setHeldUp(isStuck);
        },
      }),
    [caseId, token],
  );

  /** One thing at a time; what went wrong is said, and what was done stays. */
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
    isHeldUp,
    problem,
    isBusy,
    async add(section, files) {
      setProblem(undefined);
      const there = (phase.name === 'open' ? phase.state.photos.length : 0) + queued.length + preparing;
      const room = Math.max(0, CASE_MAX_PHOTOS - there);
      if (files.length > room) setProblem(PHOTO_REFUSALS.too_many);
      await prepare(files.slice(0, room), { queue: queue.current, caseId, section, setPreparing, setProblem });
    },
    remove: (id) =>
      act(async () => {
        await queue.current?.drop(id);
        await ask(removePhoto, { params: { caseId, clientPhotoId: id } }).catch(ignoreUnknown);
        change((state) => withoutPhoto(state, id));
      }),
    explain: (section, reason) =>
      act(async () => {
        const { sections } = await ask(cannotTake, { params: { caseId }, body: { section, reason } });
        change((state) => ({ ...state, sections }));
      }),
    finish: () =>
      act(async () => {
        const { photos } = await ask(finishUpload, { params: { caseId } });
        setPhase({ name: 'finished', photos });
      }),
  };
}

interface Watcher {
  readonly setPhase: Dispatch<SetStateAction<Phase>>;
  readonly onChange: (photos: readonly QueuedPhoto[], isHeldUp: boolean) => void;
}

/** Opens the link, however often it takes, and then sends what waits. @returns a function that stops */
function openQueue({ caseId, token }: UploadAddress, place: RefObject<UploadQueue | undefined>, { setPhase, onChange }: Watcher): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queue = new UploadQueue({
    caseId,
    token,
    shelf: openPhotoShelf(),
    onChange,
    onSent: (photo) => setPhase((now) => (now.name === 'open' ? { ...now, state: withPhoto(now.state, photo) } : now)),
    onLinkRefused: (message) => setPhase({ name: 'refused', message }),
  });
  place.current = queue;
  const open = async () => {
    try {
      const state = (await send(openUpload, { params: { caseId } }, token)) as UploadState;
      setPhase({ name: 'open', state });
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
  readonly caseId: number;
  readonly section: PhotoSection;
  readonly setPreparing: Dispatch<SetStateAction<number>>;
  readonly setProblem: (problem: string) => void;
}

/** Makes photos smaller, one after the other, and hands each on as soon as it is. */
async function prepare(files: readonly File[], { queue, caseId, section, setPreparing, setProblem }: Preparing): Promise<void> {
  setPreparing((count) => count + files.length);
  for (const file of files) {
    try {
      const { content, takenAt, warning } = await shrinkPhoto(file);
      if (content.size > PHOTO_MAX_BYTES) setProblem(`${file.name}: ${PHOTO_REFUSALS.too_large}`);
      else await queue?.add({ id: newId(), caseId, section, name: file.name, content, takenAt }, warning);
    } catch (error) {
      setProblem(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`);
    } finally {
      setPreparing((count) => count - 1);
    }
  }
}

/** A photo that was never announced is not there to be removed. */
function ignoreUnknown(error: unknown): undefined {
  if (!(error instanceof RefusedError && error.status === 404)) throw error;
}

function withPhoto(state: UploadState, photo: UploadedPhoto): UploadState {
  const others = state.photos.filter(
    (one) => one.clientPhotoId !== photo.clientPhotoId && one.thumbnail_url.split('?')[0] !== photo.thumbnail_url.split('?')[0],
  );
  return counted({ ...state, photos: [...others, photo] });
}

function withoutPhoto(state: UploadState, id: string): UploadState {
  return counted({ ...state, photos: state.photos.filter(({ clientPhotoId }) => clientPhotoId !== id) });
}

function counted(state: UploadState): UploadState {
  const taken = (section: PhotoSection) => state.photos.filter((photo) => photo.section === section).length;
  return { ...state, sections: state.sections.map((one) => ({ ...one, taken: taken(one.section) })) };
}

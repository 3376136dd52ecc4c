import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import type { PhotoSectionState, UploadedPhoto, UploadState } from '@stowage/contract/photos/photo-uploads';
import { send } from '../../api/send.ts';

interface UploadProgress {
  readonly offset: number;
  readonly photo: UploadedPhoto | null;
}

interface AnnouncedPhoto {
  readonly clientPhotoId: string;
  readonly section: string;
  readonly filename: string;
  readonly size: number;
  readonly sha256?: string;
  readonly takenAt?: string;
}

/** The server's side of the photos of one thing, by the token of a link. */
export interface UploadSource<S extends UploadState = UploadState> {
  /** What is photographed, as people call it: `case 3`. What waits on this phone waits under it. */
  readonly name: string;
  open(): Promise<S>;
  begin(photo: AnnouncedPhoto): Promise<UploadProgress>;
  sendPart(clientPhotoId: string, offset: number, part: Uint8Array<ArrayBuffer>): Promise<UploadProgress>;
  remove(clientPhotoId: string): Promise<void>;
  /** Says why a section cannot be photographed, where that is asked. */
  readonly explain?: (section: PhotoSectionState['section'], reason: string | null) => Promise<S>;
  /** @returns how many photos there are */
  finish(): Promise<number>;
}

/** Sends a call of a phone. */
export function bySend(token: string) {
  return <E extends Endpoint>(endpoint: E, input: InputOf<E>) => send(endpoint, input as object, token) as Promise<OutputOf<E>>;
}

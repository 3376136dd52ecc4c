import type { Endpoint } from '@stowage/contract/endpoint';
import type { PhotoSectionState, UploadedPhoto, UploadState, uploadEndpoints } from '@stowage/contract/photos/photo-uploads';
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

/** The server's side of an album's photos, reached with the token of a link. */
export interface UploadSource<S extends UploadState = UploadState> {
  /** The album's name: `case 3`. Photos that wait on this phone are stored under it. */
  readonly name: string;
  open(): Promise<S>;
  begin(photo: AnnouncedPhoto): Promise<UploadProgress>;
  sendPart(clientPhotoId: string, offset: number, part: Uint8Array<ArrayBuffer>): Promise<UploadProgress>;
  remove(clientPhotoId: string): Promise<void>;
  /** Records why a section's photos cannot be taken. Only for albums with required photos. */
  readonly explain?: (section: PhotoSectionState['section'], reason: string | null) => Promise<S>;
  /** @returns the number of photos */
  finish(): Promise<number>;
}

interface SourceOptions<S extends UploadState> extends Pick<UploadSource<S>, 'name' | 'explain'> {
  readonly endpoints: ReturnType<typeof uploadEndpoints>;
  readonly params: Readonly<Record<string, string | number>>;
  readonly token: string;
}

export function createUploadSource<S extends UploadState>({ endpoints, params, token, ...rest }: SourceOptions<S>): UploadSource<S> {
  const call = <T>(endpoint: Endpoint, input: object): Promise<T> => send(endpoint, { params, ...input }, token) as Promise<T>;
  return {
    ...rest,
    open: () => call(endpoints.open, {}),
    begin: (photo) => call(endpoints.begin, { body: photo }),
    sendPart: (clientPhotoId, offset, body) => call(endpoints.sendPart, { params: { ...params, clientPhotoId }, query: { offset }, body }),
    remove: (clientPhotoId) => call(endpoints.remove, { params: { ...params, clientPhotoId } }),
    finish: async () => (await call<{ photos: number }>(endpoints.finish, {})).photos,
  };
}

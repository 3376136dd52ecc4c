/** A photo that waits on this phone until the server has it. */
export interface WaitingPhoto {
  readonly id: string;
  /** The album's name: `case 3`. */
  readonly album: string;
  readonly section: string;
  readonly name: string;
  readonly content: Blob;
  /** The camera's time, which is lost when the photo is scaled down. */
  readonly takenAt: string | undefined;
}

/**
 * Stores photos on this phone until they are sent. They survive a reload, an empty battery and a new code for the same album. Where the
 * browser stores nothing, as in some private windows and on a full phone, they wait in the open page only.
 */
export interface WaitingPhotos {
  list(album: string): Promise<WaitingPhoto[]>;
  /** @returns whether the photo is stored */
  put(photo: WaitingPhoto): Promise<boolean>;
  remove(id: string): Promise<void>;
}

const DATABASE = 'stowage-photos';
const STORE = 'waiting';

/** Stored as bytes, because some browsers lose the contents of blobs in a database. */
interface Stored extends Omit<WaitingPhoto, 'content'> {
  readonly bytes: ArrayBuffer;
  readonly type: string;
}

export function openWaitingPhotos(): WaitingPhotos {
  const database = promised(() => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    return request;
  });
  // Each use of it fails too, and is handled there.
  database.catch(() => {});
  const inStore = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const open = await database;
    return promised(() => work(open.transaction(STORE, mode).objectStore(STORE)));
  };
  return {
    async list(album) {
      const all = await inStore<Stored[]>('readonly', (store) => store.getAll()).catch(() => []);
      return all.filter((photo) => photo.album === album).map(({ bytes, type, ...photo }) => ({ ...photo, content: new Blob([bytes], { type }) }));
    },
    async put({ content, ...photo }) {
      const stored: Stored = { ...photo, bytes: await content.arrayBuffer(), type: content.type };
      return inStore('readwrite', (store) => store.put(stored)).then(
        () => true,
        () => false,
      );
    },
    async remove(id) {
      await inStore('readwrite', (store) => store.delete(id)).catch(() => {});
    },
  };
}

function promised<T>(begin: () => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = begin();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

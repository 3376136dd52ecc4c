import { remember } from '../remember.ts';

interface StoredScan {
  readonly id: string;
  readonly code: string;
  readonly state: string;
}

/** The number of finished scans in the list. The screen's history has the saved ones too; a rejected code is nowhere else. */
const SHOWN = { done: 12, refused: 200 } as const;

/** Removes all but the newest finished scans. */
export function withoutOld<S extends StoredScan>(scans: readonly S[]): readonly S[] {
  const left: { done: number; refused: number } = { ...SHOWN };
  return scans.filter(({ state }) => {
    if (state !== 'done' && state !== 'refused') return true;
    left[state] -= 1;
    return left[state] >= 0;
  });
}

/** The scans of one person that this device has stored, each under its own key in local storage. */
export class ScanStorage<S extends StoredScan & { readonly at: number }> {
  private readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  keyOf({ id }: Pick<S, 'id'>): string {
    return this.prefix + id;
  }

  /** The scan is sent even if the storage is full; it only doesn't survive a reload. */
  store(scan: S): void {
    remember(localStorage, this.keyOf(scan), JSON.stringify(scan));
  }

  remove(scan: S): void {
    localStorage.removeItem(this.keyOf(scan));
  }

  /** Whether a scan that is not finished is only on this page. */
  misses(scan: S): boolean {
    return scan.state !== 'done' && scan.state !== 'refused' && localStorage.getItem(this.keyOf(scan)) === null;
  }

  /** All stored scans that are not damaged, newest first. */
  readAll(): readonly S[] {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(this.prefix))
      .map((key) => parseScan<S>(localStorage.getItem(key)))
      .filter((scan) => scan !== undefined)
      .sort((a, b) => b.at - a.at);
  }
}

function parseScan<S extends StoredScan>(stored: string | null): S | undefined {
  try {
    const scan = JSON.parse(stored ?? '') as S;
    return typeof scan.id === 'string' && typeof scan.code === 'string' ? scan : undefined;
  } catch {
    return undefined;
  }
}

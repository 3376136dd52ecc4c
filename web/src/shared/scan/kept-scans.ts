interface KeptScan {
  readonly id: string;
  readonly code: string;
  readonly state: string;
}

/** The number of finished scans in the list. The screen's history has the saved ones too; a rejected code is nowhere else. */
const SHOWN = { done: 12, refused: 200 } as const;

/** Removes all but the newest finished scans. */
export function withoutOld<S extends KeptScan>(scans: readonly S[]): readonly S[] {
  const left: { done: number; refused: number } = { ...SHOWN };
  return scans.filter(({ state }) => {
    if (state !== 'done' && state !== 'refused') return true;
    left[state] -= 1;
    return left[state] >= 0;
  });
}

/** Parses a stored scan; undefined when it is damaged. */
export function readScan<S extends KeptScan>(stored: string | null): S | undefined {
  try {
    const scan = JSON.parse(stored ?? '') as S;
    return typeof scan.id === 'string' && typeof scan.code === 'string' ? scan : undefined;
  } catch {
    return undefined;
  }
}

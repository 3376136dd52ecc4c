/** The server's progress report of an index build. */
export interface BuildState {
  readonly phase: string;
  readonly blocksDone: number;
  readonly blocksTotal: number;
  readonly rowsDone: number;
  readonly rowsTotal: number;
  /** The process ID of the session that the build waits for. */
  readonly waitsFor: number | undefined;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly counts?: 'blocks' | 'rows';
  readonly text: string;
}

const WAITING_TEXT = 'Waiting for a long transaction';

/** The range of each phase in percent of the total time, measured with three million rows. Phases without counts advance by time. */
const BTREE: Readonly<Record<string, Part>> = {
  'waiting for writers before build': { from: 0, to: 2, text: WAITING_TEXT },
  'building index: scanning table': { from: 2, to: 32, counts: 'blocks', text: 'Reading the table' },
  'building index: sorting live tuples': { from: 32, to: 57, text: 'Sorting' },
  'building index: loading tuples in tree': { from: 57, to: 70, counts: 'rows', text: 'Writing the index' },
  'waiting for writers before validation': { from: 70, to: 71, text: WAITING_TEXT },
  'index validation: scanning index': { from: 71, to: 78, counts: 'blocks', text: 'Checking the index' },
  'index validation: sorting tuples': { from: 78, to: 80, text: 'Checking the index' },
  'index validation: scanning table': { from: 80, to: 98, counts: 'blocks', text: 'Checking the table' },
  'waiting for old snapshots': { from: 98, to: 99, text: WAITING_TEXT },
};

/** For a GIN index the server counts only the first and the last scan. */
const GIN: Readonly<Record<string, Part>> = {
  'waiting for writers before build': { from: 0, to: 0, text: WAITING_TEXT },
  'building index: scanning table': { from: 0, to: 38, counts: 'blocks', text: 'Reading the table' },
  'waiting for writers before validation': { from: 45, to: 46, text: WAITING_TEXT },
  'index validation: scanning index': { from: 46, to: 82, text: 'Checking the index' },
  'index validation: sorting tuples': { from: 82, to: 83, text: 'Checking the index' },
  'index validation: scanning table': { from: 83, to: 98, counts: 'blocks', text: 'Checking the table' },
  'waiting for old snapshots': { from: 98, to: 99, text: WAITING_TEXT },
};

/** A phase without counts reaches two thirds of its range in about this time. */
const CREEP_MS = 15_000;

/** The progress in whole percent, and the name of the phase. @param inPhaseMs the duration of the phase so far */
export function buildProgress(method: 'btree' | 'gin', state: BuildState, inPhaseMs: number): { percent: number; text: string } {
  const part = (method === 'gin' ? GIN : BTREE)[state.phase] ?? partOf(method, state.phase);
  const share = shareOf(part, state) ?? 1 - Math.exp(-inPhaseMs / CREEP_MS);
  const text = part.text === WAITING_TEXT && state.waitsFor === undefined ? 'Waiting' : part.text;
  return { percent: Math.floor(part.from + Math.min(1, share) * (part.to - part.from)), text };
}

function partOf(method: 'btree' | 'gin', phase: string): Part {
  // GIN's workers merge their results after the scan.
  if (method === 'gin' && phase.startsWith('building index:')) return { from: 38, to: 45, text: 'Writing the index' };
  return { from: 0, to: 0, text: 'Preparing' };
}

function shareOf({ counts }: Part, state: BuildState): number | undefined {
  if (counts === 'blocks' && state.blocksTotal > 0) return state.blocksDone / state.blocksTotal;
  if (counts === 'rows' && state.rowsTotal > 0) return state.rowsDone / state.rowsTotal;
  return undefined;
}

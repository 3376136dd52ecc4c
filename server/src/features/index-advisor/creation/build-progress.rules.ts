/** What the server says of an index that it makes. */
export interface BuildState {
  readonly phase: string;
  readonly blocksDone: number;
  readonly blocksTotal: number;
  readonly rowsDone: number;
  readonly rowsTotal: number;
  /** Which session it waits for, if any. */
  readonly waitsFor: number | undefined;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly counts?: 'blocks' | 'rows';
  readonly text: string;
}

const WAITING_TEXT = 'Waiting for a long transaction';

/** Measured on three million rows: which part of the time each phase ends at. What the server does not count creeps on. */
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

/** Of a GIN index the server counts the first and the last scan only. */
const GIN: Readonly<Record<string, Part>> = {
  'waiting for writers before build': { from: 0, to: 0, text: WAITING_TEXT },
  'building index: scanning table': { from: 0, to: 38, counts: 'blocks', text: 'Reading the table' },
  'waiting for writers before validation': { from: 45, to: 46, text: WAITING_TEXT },
  'index validation: scanning index': { from: 46, to: 82, text: 'Checking the index' },
  'index validation: sorting tuples': { from: 82, to: 83, text: 'Checking the index' },
  'index validation: scanning table': { from: 83, to: 98, counts: 'blocks', text: 'Checking the table' },
  'waiting for old snapshots': { from: 98, to: 99, text: WAITING_TEXT },
};

/** In about this time an uncounted phase has crept two thirds of its way. */
const CREEP_MS = 15_000;

/** How far it is, in whole percent, and what is going on. @param inPhaseMs how long the phase has lasted */
export function buildProgress(method: 'btree' | 'gin', state: BuildState, inPhaseMs: number): { percent: number; text: string } {
  const part = (method === 'gin' ? GIN : BTREE)[state.phase] ?? partOf(method, state.phase);
  const share = shareOf(part, state) ?? 1 - Math.exp(-inPhaseMs / CREEP_MS);
  const text = part.text === WAITING_TEXT && state.waitsFor === undefined ? 'Waiting' : part.text;
  return { percent: Math.floor(part.from + Math.min(1, share) * (part.to - part.from)), text };
}

function partOf(method: 'btree' | 'gin', phase: string): Part {
  // GIN's workers merge what they read after the scan.
  if (method === 'gin' && phase.startsWith('building index:')) return { from: 38, to: 45, text: 'Writing the index' };
  return { from: 0, to: 0, text: 'Preparing' };
}

function shareOf({ counts }: Part, state: BuildState): number | undefined {
  if (counts === 'blocks' && state.blocksTotal > 0) return state.blocksDone / state.blocksTotal;
  if (counts === 'rows' && state.rowsTotal > 0) return state.rowsDone / state.rowsTotal;
  return undefined;
}

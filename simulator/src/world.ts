import type { SimulatedClock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { State } from './state.ts';

/** The context of every operation. */
export interface World {
  readonly state: State;
  readonly clock: SimulatedClock;
  readonly faults: Faults;
  /** The simulator's own address, for links. */
  readonly baseUrl: () => string;
}

/** The next number of a series, which restarts with every reset. */
export function nextId(state: State): string {
  state.lastId += 1;
  return String(state.lastId);
}

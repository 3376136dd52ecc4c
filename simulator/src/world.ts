import type { SimulatedClock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { State } from './state.ts';

/** What every operation works on. */
export interface World {
  readonly state: State;
  readonly clock: SimulatedClock;
  readonly faults: Faults;
  /** Where this simulator answers, for links. */
  readonly baseUrl: () => string;
}

/** The next number of a series that starts over with every reset. */
export function nextId(state: State): string {
  state.lastId += 1;
  return String(state.lastId);
}

/** The simulator's own time, in milliseconds since 1970. It can run faster than real time and be moved ahead. */
export interface SimulatedClock {
  now(): number;
  advance(ms: number): void;
}

export function createSimulatedClock(scale: number): SimulatedClock {
  const startedAt = Date.now();
  let pushed = 0;
  return {
    now: () => Math.round(startedAt + (Date.now() - startedAt) * scale + pushed),
    advance: (ms) => {
      pushed += ms;
    },
  };
}

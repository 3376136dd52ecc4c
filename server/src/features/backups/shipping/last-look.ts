interface Moment {
  readonly time: number;
  readonly uptime: number;
}

export interface LastLook {
  /** Begins a look. @returns the time since which changes may be new */
  since(now: Date): number;
  /** What the look found is stored. */
  confirm(): void;
}

/** @param overlapMs how much the times of files differ from our clock */
export function followLooks(from: Date, overlapMs: number): LastLook {
  const momentOf = (now: Date): Moment => ({ time: now.getTime() - overlapMs, uptime: performance.now() });
  let confirmed = momentOf(from);
  let looked = confirmed;
  return {
    since(now) {
      looked = momentOf(now);
      // After the clock was set back, files have times from before the last look.
      return Math.min(confirmed.time, looked.time - (looked.uptime - confirmed.uptime));
    },
    confirm() {
      confirmed = looked;
    },
  };
}

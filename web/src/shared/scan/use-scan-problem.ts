import { useState } from 'react';
import type { QueuedScan } from './scan-queue.ts';

interface ScanProblem {
  /** What is wrong with the last code; undefined for nothing. */
  readonly problem: string | undefined;
  readonly setProblem: (text: string | undefined) => void;
  /** Shows why a scan was not saved. Saved later, as by a retry, it takes its own problem away. */
  readonly settle: (scan: QueuedScan, text: string | undefined) => void;
}

/** The message at the scan field. */
export function useScanProblem(): ScanProblem {
  const [current, setCurrent] = useState<{ readonly text: string | undefined; readonly scanId?: string }>();
  return {
    problem: current?.text,
    setProblem: (text) => setCurrent({ text }),
    settle: ({ id, state }, text) => setCurrent((before) => (state !== 'done' ? { text, scanId: id } : before?.scanId === id ? undefined : before)),
  };
}

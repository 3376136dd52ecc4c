import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Short, so that calls wait little for the next one. */
const PERIOD_US = 5_000;
/** The kernel allows no part under a millisecond. */
const LEAST_QUOTA_US = 1_000;
const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/** A control group whose processes get a part of one core, each group its own part: what more machines would add. */
export interface CpuShare {
  /** Moves a process with its threads into the group. Its later children follow. */
  add(pid: number): void;
  remove(): void;
}

/** @param cores such as 0.25 @returns undefined where this process may not create groups */
export function createCpuShare(name: string, cores: number): CpuShare | undefined {
  const isOld = existsSync(path.join(V1, 'cpu.cfs_quota_us'));
  const folder = path.join(isOld ? V1 : V2, `stowage-bench-${process.pid}-${name}`);
  const quota = Math.max(LEAST_QUOTA_US, Math.round(cores * PERIOD_US));
  const period = Math.round(quota / cores);
  try {
    mkdirSync(folder);
    if (isOld) {
      writeFileSync(path.join(folder, 'cpu.cfs_period_us'), String(period));
      writeFileSync(path.join(folder, 'cpu.cfs_quota_us'), String(quota));
    } else writeFileSync(path.join(folder, 'cpu.max'), `${quota} ${period}`);
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return undefined;
  }
  return {
    add: (pid) => writeFileSync(path.join(folder, 'cgroup.procs'), String(pid)),
    // The processes have ended by then.
    remove: () => rmdirSync(folder),
  };
}

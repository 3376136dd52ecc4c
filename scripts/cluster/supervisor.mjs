import { spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const RESTART_MS = 500;
/** Longer than a process of Stowage needs to finish its work. */
const STOP_WITHIN_MS = 20_000;

/** Starts parts, restarts those that end, and stops all of them. `cluster.json` in the folder names their processes, for its owner. */
export class Supervisor {
  folder;
  facts;
  parts = new Map();
  isStopping = false;

  constructor(folder, facts) {
    this.folder = folder;
    this.facts = facts;
  }

  /** @param part `{ name, command, args, env?, cwd?, account?, restartMs? }` */
  start(part) {
    const log = openSync(path.join(this.folder, `${part.name}.log`), 'a');
    const child = spawn(part.command, part.args, {
      cwd: part.cwd ?? this.folder,
      env: { ...process.env, ...part.env },
      stdio: ['ignore', log, log],
      // A Ctrl-C in the terminal reaches only the supervisor, which stops the parts in their order.
      detached: true,
      ...part.account,
    });
    // The child has it; each restart opens another one.
    closeSync(log);
    const known = this.parts.get(part.name);
    const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
    this.parts.set(part.name, { child, ended, restarts: (known?.restarts ?? -1) + 1 });
    this.note();
    void ended.then(() => setTimeout(() => this.isStopping || this.start(part), part.restartMs ?? RESTART_MS).unref());
  }

  /** Stops all, the last one first. */
  async stop() {
    this.isStopping = true;
    for (const { child, ended } of [...this.parts.values()].reverse()) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      if (child.exitCode === null && child.signalCode === null) await ended;
      clearTimeout(timer);
    }
    this.note();
  }

  note() {
    const parts = Object.fromEntries([...this.parts].map(([name, { child, restarts }]) => [name, { pid: child.pid, restarts }]));
    const file = path.join(this.folder, 'cluster.json');
    writeFileSync(`${file}.new`, JSON.stringify({ ...this.facts, isRunning: !this.isStopping, parts }, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

import { type ChildProcess, spawn } from 'node:child_process';

/**
 * The marketplace simulator in a separate process, so that its work is not measured; it ends with this process.
 * @param rateScale the factor on the marketplace's rate limits
 */
export async function startSimulator({ rateScale = 10_000 } = {}) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'simulator/src/main.ts'], {
    env: { ...process.env, SIM_PORT: '0', SIM_RATE_SCALE: String(rateScale), SIM_END_WITH_STDIN: 'on' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    child.stdout?.on('data', (chunk) => {
      const address = /ready at (http:\S+)/.exec(String(chunk))?.[1];
      if (address !== undefined) resolve(address);
    }),
  );
  const post = async (name: string, body: unknown) => void (await fetch(`${url}/__sim/${name}`, { method: 'POST', body: JSON.stringify(body) }));
  const countFeeds = async () => ((await (await fetch(`${url}/__sim/state`)).json()) as { feeds: number }).feeds;
  const journal = async () => (await (await fetch(`${url}/__sim/journal`)).json()) as { operation: string; status?: number }[];
  return { url, process: child, post, countFeeds, journal, advance: (ms: number) => post('clock/advance', { ms }) };
}

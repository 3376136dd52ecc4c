import { startSimulator } from './simulator.ts';

/** Starts a simulated marketplace for development: `npm run simulator`. Options: SIM_PORT, SIM_RATE_SCALE, SIM_TIME_SCALE; SIM_END_WITH_STDIN=on ends it with its parent. */
async function main(): Promise<void> {
  if (process.env.NODE_ENV === 'production') throw new Error('The simulator does not run in production');
  const { SIM_PORT, SIM_RATE_SCALE, SIM_TIME_SCALE, SIM_END_WITH_STDIN } = process.env;
  const simulator = await startSimulator({ port: Number(SIM_PORT ?? 5300), rateScale: Number(SIM_RATE_SCALE ?? 1), timeScale: Number(SIM_TIME_SCALE ?? 1) });
  process.stdout.write(`The simulated marketplace is ready at ${simulator.url}\n`);
  const stop = () => void simulator.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  if (SIM_END_WITH_STDIN === 'on') process.stdin.on('end', stop).resume();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

import { install } from './install.mjs';

/**
 * Installs and builds what is missing. Ends the process, with the reason, where that fails.
 * @param {{ tools?: boolean }} [options] `tools`: also install what only tests and development need
 */
export async function prepare(options) {
  try {
    await install(options);
    const { build } = await import('./build.mjs');
    await build();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

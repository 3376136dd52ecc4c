import { install } from './install.mjs';

/**
 * Installs and builds what is missing, or ends the process with the reason.
 * @param {{ tools?: boolean }} [options] `tools`: includes packages that only tests and development need
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

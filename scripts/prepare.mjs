import { install } from './install.mjs';

/** Installs and builds what is missing. Ends the process, with the reason, where that can't be done. */
export async function prepare() {
  try {
    await install();
    const { build } = await import('./build.mjs');
    await build();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** The headless shell is the same browser without its windows, and a seventh cheaper for the journeys. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds Chromium on this machine, or installs it from the system's packages where this account is permitted to.
 * @throws Error that says what to do
 */
export async function findChromium() {
  const found = installed();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    console.log('Installing Chromium from the system’s packages …');
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['update', '-qq'], options);
    const packages = ['install', '-y', '-qq', '--no-install-recommends'];
    // Distributions without a package of the shell have the whole browser.
    if ((await run('apt-get', [...packages, SHELL], options)) !== 0) await run('apt-get', [...packages, 'chromium'], options);
  }
  const now = installed();
  if (now !== undefined) return now;
  throw new Error(
    'The journeys need Chromium or Chrome, and none was found. Install one (Debian: apt-get install chromium), or name it: STOWAGE_CHROMIUM=/path/to/chrome npm test. Everything else runs with: npm test -- check unit',
  );
}

function installed() {
  const named = process.env.STOWAGE_CHROMIUM;
  if (named) return named;
  return NAMES.map(onPath).find(Boolean) ?? PLACES.find((place) => existsSync(place));
}

function onPath(name) {
  try {
    return (
      execFileSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
        .split('\n')[0]
        ?.trim() || undefined
    );
  } catch {
    return undefined;
  }
}

#!/usr/bin/env node
import { build } from '../../scripts/build.mjs';

await build({ say: () => {}, only: 'server' });
await import('../dist/cli.js');

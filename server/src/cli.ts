#!/usr/bin/env node
import { runCommandLine } from './commands/line/command-line.ts';
import { runProcess } from './run-process.ts';

runProcess(() => {
  process.setSourceMapsEnabled(true);
  return runCommandLine(process.argv.slice(2));
});

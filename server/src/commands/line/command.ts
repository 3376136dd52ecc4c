import type { ParseArgsConfig } from 'node:util';

/** A command of `stowage`. Its module is loaded when it runs. */
export interface Command {
  /** Its name, one or two words. */
  readonly words: string;
  /** Its arguments and options, as the help shows them. */
  readonly usage?: string;
  readonly about: string;
  /** The number of its arguments; none by default. */
  readonly takes?: number;
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  /** Options without which it can't run. */
  readonly requires?: readonly string[];
  /** @returns the exit code */
  readonly run: (given: Given) => Promise<number>;
}

/** What stands on the command line after the command's name. */
export interface Given {
  readonly first: string;
  readonly text: (option: string) => string | undefined;
  readonly isSet: (option: string) => boolean;
}

/** The command line is wrong beyond what its options require: exit code 2. */
export class UsageError extends Error {}

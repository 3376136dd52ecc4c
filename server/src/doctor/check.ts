import { reasonOf } from '../platform/formats/reason-of.ts';

/** The result of one check: a line for a person, with what to do when it is not in order. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly advice?: string;
}

export const ok = (name: string, text: string): Check => ({ name, status: 'ok', text });
export const warn = (name: string, text: string, advice: string): Check => ({ name, status: 'warn', text, advice });
export const fail = (name: string, text: string, advice: string): Check => ({ name, status: 'fail', text, advice });

/** Runs a check to its result: one that throws has failed. */
export async function attempt(name: string, advice: string, work: () => Promise<Check>): Promise<Check> {
  try {
    return await work();
  } catch (error) {
    return fail(name, reasonOf(error), advice);
  }
}

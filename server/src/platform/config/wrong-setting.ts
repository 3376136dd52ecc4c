/** The error of a setting that is wrong, in the words of every other. */
export function wrongSetting(name: string, what: string): Error {
  return new Error(`The configuration is wrong:\n  ${name}: ${what}`);
}

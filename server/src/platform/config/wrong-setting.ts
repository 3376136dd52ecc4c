/** A setting that only a person can correct: starting again without that changes nothing. */
export class ConfigurationError extends Error {}

/** @param problems each with the variable that it is about */
export function wrongSettings(problems: readonly string[]): ConfigurationError {
  return new ConfigurationError(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

/** The error of one variable, in the words of `readConfig()`. */
export function wrongSetting(name: string, what: string): ConfigurationError {
  return wrongSettings([`${name}: ${what}`]);
}

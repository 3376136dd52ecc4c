const PLAIN = new Intl.NumberFormat('en-US');

/** `1,234.5`: the screens and messages are English, so their numbers are too, whatever language the browser or the server has. */
export function numberText(value: number | bigint, options?: Intl.NumberFormatOptions): string {
  return (options === undefined ? PLAIN : new Intl.NumberFormat('en-US', options)).format(value);
}

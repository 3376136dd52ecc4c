/**
 * Builds an address within the page. The router parses values as JSON, so a text that would parse as something else is quoted:
 * `00012` is a code, not a number.
 */
export function screenAddress(path: string, search: Readonly<Record<string, string | number>> = {}): string {
  const parts = Object.entries(search).map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? asText(value) : value)}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

function asText(value: string): string {
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

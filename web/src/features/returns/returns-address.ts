/** What the address of Returns holds: the code that was scanned, and the line whose units are received. */
export interface ReturnsAddress {
  readonly q?: string | undefined;
  readonly line?: number | undefined;
}

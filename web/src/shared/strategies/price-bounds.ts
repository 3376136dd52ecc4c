/** What bound a price, for people. */
export const BOUNDS: Readonly<Record<string, string>> = { MINIMUM: 'Minimum', MAXIMUM: 'Maximum', MAP: 'MAP', FLOOR: 'Floor' };

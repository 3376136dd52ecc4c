/** A tracking number in the carrier's format, with a valid check digit. */
interface Parcel {
  readonly carrier: string;
  readonly trackingNumber: string;
}

/** Most boxes ship with UPS. */
const CARRIERS = [ups, ups, ups, fedEx, fedEx, usps] as const;

export function parcel(random: () => number): Parcel {
  return (CARRIERS[Math.floor(random() * CARRIERS.length)] ?? ups)(random);
}

function ups(random: () => number): Parcel {
  const serial = `5R893903${digits(7, random)}`;
  // A letter counts as its position in the alphabet plus one.
  const values = [...serial].map((character) => (/\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10));
  return { carrier: 'UPS', trackingNumber: `1Z${serial}${modulo10(values, 1, 2)}` };
}

function fedEx(random: () => number): Parcel {
  const serial = `7946${digits(7, random)}`;
  const sum = [...serial].reduce((total, digit, index) => total + Number(digit) * ([3, 1, 7][index % 3] ?? 0), 0);
  return { carrier: 'FEDEX', trackingNumber: `${serial}${(sum % 11) % 10}` };
}

function usps(random: () => number): Parcel {
  const serial = `94001112${digits(13, random)}`;
  return { carrier: 'USPS', trackingNumber: `${serial}${modulo10([...serial].map(Number), 3, 1)}` };
}

function modulo10(values: readonly number[], even: number, odd: number): number {
  const sum = values.reduce((total, value, index) => total + value * (index % 2 === 0 ? even : odd), 0);
  return (10 - (sum % 10)) % 10;
}

function digits(count: number, random: () => number): string {
  return String(Math.floor(random() * 10 ** count)).padStart(count, '0');
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_LENGTH = 6;

/** Bech32 (BIP 173), in which age writes its keys. */
export function bech32Encode(prefix: string, bytes: Uint8Array): string {
  const data = regroup(bytes, 8, 5, true);
  return `${prefix}1${[...data, ...checksumOf(prefix, data)].map((value) => ALPHABET[value]).join('')}`;
}

/** @throws Error when the text has another prefix or a wrong checksum */
export function bech32Decode(text: string, prefix: string): Buffer {
  const values = [...text.slice(prefix.length + 1)].map((letter) => ALPHABET.indexOf(letter));
  const data = values.slice(0, -CHECKSUM_LENGTH);
  const isWhole = text.startsWith(`${prefix}1`) && !values.includes(-1) && values.slice(-CHECKSUM_LENGTH).join() === checksumOf(prefix, data).join();
  if (!isWhole) throw new Error('The text is not a key of age');
  return Buffer.from(regroup(data, 5, 8, false));
}

function checksumOf(prefix: string, data: readonly number[]): number[] {
  const letters = [...prefix].map((letter) => letter.charCodeAt(0));
  const sum = polymod([...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31), ...data, 0, 0, 0, 0, 0, 0]) ^ 1;
  return Array.from({ length: CHECKSUM_LENGTH }, (_, index) => (sum >> (5 * (CHECKSUM_LENGTH - 1 - index))) & 31);
}

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATOR.entries()) if ((top >> bit) & 1) sum ^= generator;
  }
  return sum;
}

function regroup(values: Iterable<number>, from: number, to: number, isPadded: boolean): number[] {
  const groups: number[] = [];
  let waiting = 0;
  let bits = 0;
  for (const value of values) {
    waiting = (waiting << from) | value;
    for (bits += from; bits >= to; ) {
      bits -= to;
      groups.push((waiting >> bits) & ((1 << to) - 1));
    }
    waiting &= (1 << bits) - 1;
  }
  if (isPadded && bits > 0) groups.push((waiting << (to - bits)) & ((1 << to) - 1));
  return groups;
}

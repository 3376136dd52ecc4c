import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/**
 * Creates the four tones of the scan screens as small WAV files. They differ in pitch, direction and number of
 * beeps, so that people can distinguish them in a loud hall and without hearing high notes.
 */
const RATE = 16_000;
const TONES = {
  success: [
    [880, 0.07],
    [1320, 0.09],
  ],
  warning: [
    [660, 0.12],
    [0, 0.05],
    [660, 0.12],
  ],
  error: [
    [330, 0.16],
    [220, 0.26],
  ],
  duplicate: [
    [1040, 0.06],
    [0, 0.04],
    [1040, 0.06],
    [0, 0.04],
    [1040, 0.06],
  ],
};

const folder = path.join(root, 'web/public/sounds');
mkdirSync(folder, { recursive: true });
for (const [name, notes] of Object.entries(TONES)) writeFileSync(path.join(folder, `${name}.wav`), wav(notes.flatMap(samples)));

function samples([frequency, seconds]) {
  const count = Math.round(RATE * seconds);
  return Array.from({ length: count }, (_, i) => {
    // A soft start and end prevent clicks.
    const envelope = Math.min(1, i / 80, (count - i) / 160);
    return frequency === 0 ? 0 : Math.sin((2 * Math.PI * frequency * i) / RATE) * envelope * 0.8;
  });
}

function wav(values) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + values.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(values.length, 40);
  return Buffer.concat([header, Buffer.from(values.map((value) => Math.round(128 + value * 127)))]);
}

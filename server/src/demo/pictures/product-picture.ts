import { PRODUCT_COLORS, PRODUCT_SHAPES } from './product-shapes.ts';

const PLAIN = '<path d="M40 70l60-30 60 30v66l-60 30-60-30z" fill="c"/><path d="M40 70l60 30 60-30M100 100v66" fill="none" stroke="d" stroke-width="5"/>';
const SIZE = 200;

/** Where a demo product's picture is served, from its title: its kind and its color. */
export function picturePath(title: string): string {
  const kind = Object.keys(PRODUCT_SHAPES).find((name) => title.includes(name)) ?? 'Box';
  const color = Object.keys(PRODUCT_COLORS).find((name) => title.endsWith(name)) ?? 'Slate Gray';
  return `/api/demo/pictures/${slug(kind)}/${slug(color)}`;
}

/** The picture of a kind and a color as they stand in the path. Unknown ones are a gray box. */
export function productPicture(kind: string, color: string): string {
  return svg(`<rect width="${SIZE}" height="${SIZE}" fill="#fff"/>${shapeOf(kind, color)}`);
}

/** A photo of a claim: the product on a table, with what is wrong with it. @param nth varies the damage */
export function damagePicture(title: string, nth: number): string {
  const [kind = '', color = ''] = picturePath(title).split('/').slice(-2);
  const x = 70 + ((nth * 37) % 60);
  const y = 70 + ((nth * 53) % 60);
  const crack = `<path d="M${x} ${y}l14 18-8 12 20 16-6 18M${x + 6} ${y + 30}l-22 10M${x + 20} ${y + 46}l24-6" fill="none" stroke="#7a1f14" stroke-width="4"/>`;
  const mark = `<circle cx="${x + 10}" cy="${y + 28}" r="44" fill="none" stroke="#e23b2e" stroke-width="5"/>`;
  const table = `<rect width="${SIZE}" height="${SIZE}" fill="#b08d63"/><path d="M0 60h200M0 126h200" stroke="#9b7a52" stroke-width="3"/>`;
  const carton = '<path d="M14 26l172-8 6 160-184 8z" fill="#cda873"/><path d="M14 26l172-8 1 20-173 10z" fill="#b9925a"/>';
  return svg(`${table}${carton}<g transform="rotate(${(nth % 5) * 4 - 8} 100 100) translate(20 20) scale(.8)">${shapeOf(kind, color)}</g>${crack}${mark}`);
}

/** A photo of a shipping label or a licence plate number on a carton. */
export function labelPicture(text: string): string {
  const bars = Array.from({ length: 38 }, (_, nth) => (text.charCodeAt(nth % text.length) + nth * 7) % 5)
    .map((width, nth) => `<rect x="${38 + nth * 3.3}" y="70" width="${0.8 + width * 0.5}" height="46" fill="#111"/>`)
    .join('');
  const written = text.replace(/[<&>"]/g, '');
  return svg(
    `<rect width="${SIZE}" height="${SIZE}" fill="#c9a26c"/><rect x="26" y="52" width="148" height="92" rx="3" fill="#fff"/>${bars}<text x="100" y="134" font-family="monospace" font-size="10" text-anchor="middle">${written}</text>`,
  );
}

function shapeOf(kind: string, color: string): string {
  const shape = Object.entries(PRODUCT_SHAPES).find(([name]) => slug(name) === kind)?.[1] ?? PLAIN;
  const [main, dark] = Object.entries(PRODUCT_COLORS).find(([name]) => slug(name) === color)?.[1] ?? ['#76818c', '#566069'];
  return shape
    .replaceAll('fill="c"', `fill="${main}"`)
    .replaceAll('stroke="c"', `stroke="${main}"`)
    .replaceAll('fill="d"', `fill="${dark}"`)
    .replaceAll('stroke="d"', `stroke="${dark}"`);
}

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="600" height="600">${content}</svg>`;

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '-');
}

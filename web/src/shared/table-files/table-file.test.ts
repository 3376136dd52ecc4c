import { expect, it } from 'vitest';
import { readTableFile } from './table-file.ts';

const rules = { maxRows: 1_000_000, chooseSheet: () => Promise.resolve(undefined) };
const file = (...parts: BlobPart[]) => new File(parts, 'list.csv');
const CHUNK_BYTES = 512 * 1024;

it.each([0, 1, 2, 3])('preserves a character across chunks (%i bytes before the end)', async (before) => {
  const head = `title,n\n${'x,1\n'.repeat(1_000)}`;
  const filler = 'x'.repeat(CHUNK_BYTES - head.length - before);
  const { rows } = await readTableFile(file(`${head}${filler}\u{1F600}é,1\nlast é,2\n`), rules);
  expect(rows.slice(-2).map(({ title }) => title?.slice(-4))).toEqual(['x\u{1F600}é', 'st é']);
});

it('reads a file in many chunks row by row', async () => {
  const titles = Array.from({ length: 60_000 }, (_, nth) => `Kännchen Nº ${nth} “gross”, blau`);
  const { rows } = await readTableFile(file(`title;n\r\n${titles.map((title, nth) => `${title};${nth}`).join('\r\n')}`), rules);
  expect(rows.map(({ title }) => title)).toEqual(titles);
});

it.each([
  ['utf-16le', (code: number) => [code & 255, code >> 8]],
  ['utf-16be', (code: number) => [code >> 8, code & 255]],
])('reads %s with and without a byte order mark', async (_, bytesOf) => {
  for (const mark of ['', '\uFEFF']) {
    const bytes = [...`${mark}upc,title\n1,Café`].flatMap((letter) => bytesOf(letter.charCodeAt(0)));
    expect((await readTableFile(file(new Uint8Array(bytes)), rules)).rows).toEqual([{ upc: '1', title: 'Café' }]);
  }
});

it('reads a text with a NUL as text, without the NUL', async () => {
  const { rows } = await readTableFile(file('upc,title\n1,Caf\u00e9\0 au lait\n2,Crème\n'), rules);
  expect(rows).toEqual([
    { upc: '1', title: 'Café au lait' },
    { upc: '2', title: 'Crème' },
  ]);
});

it('reads cells that are filled with NUL, and the end mark of old systems', async () => {
  const { rows } = await readTableFile(file('upc,title\r\n1,Cafe\0\0\0\0\r\n2,Tea\0\0\0\0\0\r\n\x1a'), rules);
  expect(rows).toEqual([
    { upc: '1', title: 'Cafe' },
    { upc: '2', title: 'Tea' },
  ]);
});

it('reads the other characters of a UTF-8 file that is damaged or cut', async () => {
  const whole = new TextEncoder().encode('upc,title\n1,Crème brûlée\n2,Café – €8\n3,');
  for (const end of [[0xff], [0xc3]]) {
    const { rows } = await readTableFile(file(whole, new Uint8Array(end)), rules);
    expect(rows.map(({ title }) => title)).toEqual(['Crème brûlée', 'Café – €8', '\ufffd']);
  }
});

it('names the row of an invalid quote, anywhere in the file', async () => {
  const problem = (rowsBefore: number) => readTableFile(file(`upc,title\n${'1,"good"\n'.repeat(rowsBefore)}2,"wr"ong"\n3,x\n`), rules);
  await expect(problem(0)).rejects.toThrow('(row 2)');
  await expect(problem(2)).rejects.toThrow('(row 4)');
  await expect(problem(100_000)).rejects.toThrow('(row 100002)');
});

it('numbers rows like a spreadsheet in a file of any length', async () => {
  const plain = await readTableFile(file('upc,title\n1,a\n2,"b\nc"\n3,d'), rules);
  expect(plain.rowNumbers).toEqual([2, 3, 4]);
  const gaps = await readTableFile(file(`\uFEFF\r\nsep=;\r\n\r\nupc;title\r\n\r\n;\r\n1;a\r\n \r\n2;b\r\n\r\n`), rules);
  expect([gaps.rows, gaps.rowNumbers]).toEqual([
    [
      { upc: '1', title: 'a' },
      { upc: '2', title: 'b' },
    ],
    [7, 9],
  ]);
  const long = await readTableFile(file(`upc,title\n${'1,some longer title\n\n'.repeat(60_000)}`), rules);
  expect([long.rows.length, long.rowNumbers.at(-1)]).toEqual([60_000, 120_000]);
  await expect(readTableFile(file(`upc,title\n${'1,some longer title\n\n'.repeat(60_000)}2`), rules)).rejects.toThrow('(row 120002)');
});

it('reads lines that end in different ways', async () => {
  const names = [{ name: 'Shelf 1' }, { name: 'Shelf\n2' }, { name: 'Shelf 3' }];
  for (const text of [
    'bin,name\r\nA-1,Shelf 1\nA-2,"Shelf\n2"\nA-3,Shelf 3\n',
    'bin,name\nA-1,Shelf 1\r\nA-2,"Shelf\r\n2"\r\nA-3,Shelf 3',
    'sep=;\rbin;name\rA-1;Shelf 1\rA-2;"Shelf\r2"\rA-3;Shelf 3\r',
  ]) {
    const { rows, rowNumbers } = await readTableFile(file(text), rules);
    expect(rows).toMatchObject(names);
    expect(rowNumbers).toEqual(text.startsWith('sep') ? [3, 4, 5] : [2, 3, 4]);
  }
  await expect(readTableFile(file('bin,name\r\nA-1,Shelf 1\nA-2,a,b\n'), rules)).rejects.toThrow('(row 3)');
});

it('reads a line end that is split between two chunks', async () => {
  const head = 'bin,name\r\nA-1,';
  const text = `${head}${'x'.repeat(CHUNK_BYTES - head.length - 1)}\r\nA-2,Shelf 2\r\n`;
  expect((await readTableFile(file(text), rules)).rowNumbers).toEqual([2, 3]);
});

it('ignores empty cells beyond the columns', async () => {
  expect((await readTableFile(file('upc,title\n1,a,,\n,,,\n'), rules)).rows).toMatchObject([{ upc: '1', title: 'a' }]);
  await expect(readTableFile(file('upc,title\n1,a,,b\n'), rules)).rejects.toThrow('(row 2)');
});

it('stops when the file is no longer needed', async () => {
  await expect(readTableFile(file('upc\n1'), { ...rules, signal: AbortSignal.abort(new Error('closed')) })).rejects.toThrow('closed');
});

it.each<[string, string, readonly number[], string]>([
  ['an executable', 'orders.xlsx', [0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0], 'orders.xlsx is a Windows program'],
  ['an executable', 'orders.csv', [0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0], 'orders.csv is a Windows program'],
  ['a PDF', 'list.csv', [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31], 'list.csv is a PDF document'],
  ['a photo', 'list.csv', [0xff, 0xd8, 0xff, 0xe0], 'list.csv is a picture'],
  ['other bytes', 'list.txt', [1, 0, 0, 0, 5, 0, 0, 9], 'list.txt is neither text nor a workbook'],
])('says what %s is that is named %s', async (_what, name, bytes, problem) => {
  const padded = new Uint8Array(1_000);
  padded.set(bytes);
  await expect(readTableFile(new File([padded], name), rules)).rejects.toThrow(`${problem}. Only .xlsx, .csv and .txt files are read.`);
});

it('refuses a file of very many columns by its row, and ignores empty cells', async () => {
  const wide = (columns: number) => Array.from({ length: columns }, (_, at) => `c${at}`).join(',');
  await expect(readTableFile(file(`${wide(20_000)}\n${wide(20_000)}`), rules)).rejects.toThrow(
    "Row 1 has 20,000 columns, and a file may have 1,000: delete the columns that you don't need",
  );
  const { headers } = await readTableFile(file(`${wide(1_000)}${','.repeat(500)}\n${wide(1_000)}${','.repeat(500)}`), rules);
  expect(headers).toHaveLength(1_000);
});

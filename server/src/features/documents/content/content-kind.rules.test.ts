import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentKind, plainName } from './content-kind.rules.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('what a file is', () => {
  it.each([
    ['%PDF-1.7\n', 'x.csv', 'application/pdf'],
    ['\ufeff \n%PDF-1.4', 'x', 'application/pdf'],
    ['PK\u0003\u0004…', 'x.exe', 'application/zip'],
    ['PK\u0003\u0004…xl/workbook.xml', 'x', SHEET],
    ['sku,qty\r\nA,1\r\n', 'x.CSV', 'text/csv'],
    ['\ufeffsku\tqty\n', 'x.tsv', 'text/csv'],
    ['sku,qty\n', 'list', 'text/csv'],
    ['sku,note\nA,"<br>5 < 6, <b>new</b>"\n', 'x.csv', 'text/csv'],
    ['{"a":1}', 'x.json', 'text/plain'],
    ['^XA^FDX00^XZ', 'x.zpl', 'text/plain'],
    ['alert(1)', 'x.js', 'text/plain'],
    ['del *.*', 'x.bat', 'text/plain'],
  ])('%j with the name %s is %s', (content, name, kind) => {
    expect(contentKind(Buffer.from(content), name)).toBe(kind);
  });

  it('recognizes a table in UTF-16', () => {
    expect(contentKind(utf16('sku,qty\r\nA,1'), 'x.csv')).toBe('text/csv');
  });

  it.each([
    ['HTML after a byte order mark', Buffer.from('\ufeff<!doctype html><p>')],
    ['a script after a comment', Buffer.from('<!-- nothing --><script>alert(1)</script>')],
    ['a script after a table', Buffer.from('sku,qty\nA,1\n<ScRipt src=x>')],
    ['a body with an event handler', Buffer.from('<body onload=alert(1)>')],
    ['a picture with scripts after a comment', Buffer.from('<!-- a -->\n<svg onload="alert(1)">')],
    ['a page in UTF-16', utf16('<html><script>alert(1)</script>')],
    ['a page in big-endian UTF-16', utf16('<html>').swap16()],
    ["a page with a PDF's name in a comment", Buffer.from('<!-- %PDF-1.4 --><script>alert(1)</script>')],
    ['a shell script', Buffer.from('#!/bin/sh\nrm')],
    ['XML', Buffer.from('<?xml version="1.0"?><a/>')],
    ['UTF-32', Buffer.from('fffe00003c00000068000000', 'hex')],
    ['an executable', Buffer.from('MZ\x90\0\u0003', 'latin1')],
  ])('%s is rejected under any name', (_, content) => {
    for (const name of ['x.csv', 'x.pdf', 'x.txt', 'x']) expect(contentKind(content, name)).toBeUndefined();
  });
});

describe('a stored file name', () => {
  it.each([
    ['Kettle manual.pdf', 'application/pdf', 'Kettle manual.pdf'],
    ['MANUAL.PDF', 'application/pdf', 'MANUAL.PDF'],
    ['evil.html', 'text/csv', 'evil.html.csv'],
    ['x.js', 'text/plain', 'x.js.txt'],
    ['x.exe', 'application/zip', 'x.exe.zip'],
    ['Contract.docx', 'application/zip', 'Contract.docx'],
    ['x.csv', 'application/pdf', 'x.csv.pdf'],
    ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
    ['../../etc/pass"wd\r\n.csv', 'text/csv', 'pass"wd.csv'],
    ['evil.html.', 'text/csv', 'evil.html..csv'],
    ['csv', 'text/csv', 'csv.csv'],
    ['x.html', 'application/octet-stream', 'x.html'],
    ['', 'text/csv', 'document.csv'],
  ])('for %j of %s is %j', (name, kind, kept) => {
    expect(plainName(name, kind)).toBe(kept);
  });

  it("has the extension of its content and a limited length, and doesn't change the second time", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.constantFrom('text/csv', 'application/pdf', SHEET, 'image/heic'), (name, kind) => {
        const kept = plainName(name, kind);
        expect(kept.length).toBeLessThanOrEqual(255);
        expect(kept).toMatch(/\.(csv|tsv|pdf|xlsx|heic|heif)$/i);
        expect(plainName(kept, kind)).toBe(kept);
      }),
    );
  });
});

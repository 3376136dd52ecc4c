import type { UploadCode } from '@stowage/contract/cases';
import { PHOTO_CHUNK_BYTES } from '@stowage/contract/photo-uploads';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { SignedIn, TestApp } from './test-app.ts';
import { CODES } from './test-catalogue.ts';

export const TRACKING = '1Z999AA10123456784';

/** Lays a line of a returned box. @returns its id */
export async function layLine({ db }: TestApp, part: { quantity?: number; fnsku?: string; tracking?: string } = {}): Promise<number> {
  const { quantity = 10, fnsku = CODES.kettle.newFnsku, tracking = TRACKING } = part;
  const { rows } = await sql<{ id: number }>`
    insert into removal_shipments (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, tracking_numbers, carrier, quantity, removal_type)
    values ('R-' || gen_random_uuid(), '2026-11-01T00:00:00Z', ${CODES.kettle.newSku}, ${fnsku}, 'Unsellable', ${tracking}, array[${tracking}], 'UPS', ${quantity}, 'Return')
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Opens a case for units of a line. */
export async function createCase(person: SignedIn, lineId: number, part: object = {}): Promise<UploadCode> {
  const answer = await person.post('/api/qrcreatecase', {
    dispositionId: await dispositionOf('Damaged in transit'),
    quantity: 1,
    trackingNumber: TRACKING,
    data: { removal_shipment: lineId },
    ...part,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json()[0];
}

const DISPOSITIONS = ['New', 'Like New', 'Very Good', 'Good', 'Acceptable', 'Return to vendor', 'Dispose', 'Wrong item', 'Damaged in transit'];

/** The migration's dispositions have the ids of their order. */
export async function dispositionOf(name: string): Promise<number> {
  return DISPOSITIONS.indexOf(name) + 1;
}

/** A JPEG that no other photo is equal to. */
export async function jpeg({ width = 320, height = 240, tint = Math.floor(Math.random() * 0xffffff) } = {}): Promise<Buffer> {
  const background = { r: tint >> 16, g: (tint >> 8) & 255, b: tint & 255 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A phone that has opened a link for photos, of a case or of something else: its token, its cookie, and the calls that it makes. */
export class Phone {
  private readonly app: TestApp['app'];
  readonly code: Pick<UploadCode, 'caseId' | 'qrToken'>;
  private readonly base: string;
  cookie: string | undefined;

  /** @param code of a case, or with the beginning of its calls of something else */
  constructor({ app }: TestApp, code: { readonly qrToken: string } & ({ readonly caseId: number } | { readonly base: string })) {
    this.app = app;
    this.code = { caseId: 0, ...code };
    this.base = 'base' in code ? code.base : `/api/returns/createcase/uploads/${code.caseId}`;
  }

  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<LightMyRequestResponse> {
    const isBytes = Buffer.isBuffer(body);
    const answer = await this.app.inject({
      method,
      url: path.startsWith('/uploads') ? path : `${this.base}/${path}`,
      headers: {
        authorization: `Bearer ${this.code.qrToken}`,
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(isBytes && { 'content-type': 'application/octet-stream' }),
      },
      ...(body !== undefined && { payload: body as object }),
    });
    const given = answer.headers['set-cookie'];
    if (typeof given === 'string') this.cookie = given.split(';')[0];
    return answer;
  }

  open(): Promise<LightMyRequestResponse> {
    return this.call('POST', 'open');
  }

  /** Sends a photo whole. @returns the last answer */
  async send(
    content: Buffer,
    part: { id?: string; section?: string; filename?: string; size?: number; sha256?: string } = {},
  ): Promise<LightMyRequestResponse> {
    const { id = newPhotoId(), section = 'product', filename = 'IMG_1.jpg', size = content.length, sha256 } = part;
    const begun = await this.call('POST', 'photos', { clientPhotoId: id, section, filename, size, ...(sha256 && { sha256 }) });
    if (begun.statusCode !== 200 || begun.json().photo !== null) return begun;
    for (let offset = begun.json().offset; ; ) {
      const answer = await this.call('PUT', `photos/${id}?offset=${offset}`, content.subarray(offset, offset + PHOTO_CHUNK_BYTES));
      if (answer.statusCode !== 200 || answer.json().photo !== null) return answer;
      offset = answer.json().offset;
    }
  }
}

let photos = 0;
export const newPhotoId = () => `test-photo-${String(photos++).padStart(4, '0')}`;

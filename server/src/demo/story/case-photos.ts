import { createHash } from 'node:crypto';
import { PHOTO_SECTIONS, type PhotoSection } from '@stowage/contract/cases/case-shots';
import { insertEvent } from '../../features/cases/internals.ts';
import { fileSource } from '../../features/documents/filing/index.ts';
import { createPhotoFiles, PHOTO_FOLDER } from '../../features/photos/index.ts';
import { readPicture } from '../../features/photos/internals.ts';
import { damagePicture, labelPicture } from '../pictures/product-picture.ts';
import { hasPhoto, insertPhoto } from './returned-box.repository.ts';
import type { Story } from './story-step.ts';

const SECTIONS: readonly PhotoSection[] = ['shipping-box', 'lpn-label', 'close-up', 'product', 'product-barcode'];

interface Shots {
  readonly caseId: number;
  readonly title: string;
  /** Varies the pictures. */
  readonly nth: number;
  readonly count: number;
  readonly at: Date;
}

/** Photos of a case as from a phone: the label of the box, and the product with its damage. Each is stored once. */
export async function addCasePhotos(story: Story, { caseId, title, nth, count, at }: Shots): Promise<void> {
  for (const [shot, section] of SECTIONS.slice(0, count).entries()) {
    const isLabel = section === 'shipping-box' || section === 'lpn-label' || section === 'product-barcode';
    const drawn = isLabel ? labelPicture(`${section === 'lpn-label' ? 'LPNRR' : '1Z'}${caseId * 7_919 + shot}`) : damagePicture(title, nth + shot);
    await storePhoto(story, { caseId, section, drawn, at: new Date(at.getTime() + (shot + 1) * 40_000) });
  }
}

async function storePhoto({ db, openFiles }: Story, { caseId, section, drawn, at }: { caseId: number; section: PhotoSection; drawn: string; at: Date }) {
  const clientPhotoId = `demo-${caseId}-${section}`;
  if (await hasPhoto(db, caseId, clientPhotoId)) return;
  const { default: sharp } = await import('sharp');
  const sent = await sharp(Buffer.from(drawn)).resize(900).jpeg().toBuffer();
  const picture = await readPicture(sent);
  const filename = `${section}-demo${caseId}.jpg`;
  await createPhotoFiles(openFiles(PHOTO_FOLDER)).writePicture({ album: { kind: 'case', id: caseId }, filename }, picture);
  const sha256 = hashOf(picture.jpeg);
  const bytes = picture.jpeg.length;
  const original = `${section}.jpg`;
  await db.transaction().execute(async (tx) => {
    const photoId = await insertPhoto(tx, {
      ...{ caseId, section, filename, originalName: original, clientPhotoId, originalSha256: hashOf(sent), sha256, bytes },
      ...{ width: picture.width, height: picture.height, at },
    });
    await insertEvent(tx, { caseId, kind: 'PHOTO_ADDED', detail: `Photo added: ${PHOTO_SECTIONS[section]}`, actorId: null, at });
    await fileSource(tx, {
      ...{ store: 'CASE_PHOTO', key: String(photoId), place: `${caseId}/${filename}`, name: `${section} ${original}`, type: 'CASE_PHOTOS' },
      ...{
        area: 'cases.read',
        link: { kind: 'CASE', id: caseId, label: `Case ${caseId}` },
        mediaType: 'image/jpeg',
        bytes,
        sha256,
        actorId: null,
        filedAt: at,
      },
    });
  });
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

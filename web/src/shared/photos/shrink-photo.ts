import { exifTimeOfJpeg } from '@stowage/contract/photos/exif-time';
import { PHOTO_LONG_EDGE, PHOTO_QUALITY } from '@stowage/contract/photos/photo-uploads';
import { judgePhoto, type PhotoWarning } from './judge-photo.ts';

export interface ShrunkPhoto {
  readonly content: Blob;
  readonly takenAt: string | undefined;
  readonly warning: PhotoWarning | undefined;
}

/** The longer edge of the picture that is checked for brightness and sharpness. */
const JUDGED_EDGE = 320;
/** The metadata is at the beginning of the file. */
const EXIF_BYTES = 256 * 1024;

/** Scales a photo down and turns it upright. A photo that this browser cannot read is sent as it is, because the server can read it. */
export async function shrinkPhoto(file: Blob): Promise<ShrunkPhoto> {
  const takenAt = exifTimeOfJpeg(new Uint8Array(await file.slice(0, EXIF_BYTES).arrayBuffer()));
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (picture === undefined) return { content: file, takenAt, warning: undefined };
  try {
    const content = await drawn(picture, PHOTO_LONG_EDGE).then(jpegOf);
    const small = await drawn(picture, JUDGED_EDGE);
    const pixels = small.getContext('2d')?.getImageData(0, 0, small.width, small.height);
    const isSmaller = content !== null && content.size > 0;
    return { content: isSmaller ? content : file, takenAt, warning: pixels && judgePhoto(pixels) };
  } finally {
    picture.close();
  }
}

async function drawn(picture: ImageBitmap, edge: number): Promise<HTMLCanvasElement> {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', PHOTO_QUALITY));
}

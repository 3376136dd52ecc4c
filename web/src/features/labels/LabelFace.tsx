import { LABEL_SIZE, type Label } from '@stowage/contract/labels';
import { barcodePicture } from './barcode.ts';

/** One label as it is printed: black on white in every theme, in points, so that the screen shows the paper's size. */
export function LabelFace({ label }: { label: Label }) {
  const picture = barcodePicture(label.code);
  return (
    <div
      className="flex flex-col justify-center overflow-hidden bg-white px-[8pt] py-[3pt] font-sans leading-tight text-black"
      style={{ width: `${LABEL_SIZE.width}pt`, height: `${LABEL_SIZE.height}pt` }}
    >
      {picture === undefined ? (
        <p className="text-[9pt]">This code has letters that no barcode holds</p>
      ) : (
        <img src={picture} alt={`Barcode ${label.code}`} className="h-[34pt] w-full object-contain" />
      )}
      <p className={`text-center font-mono font-semibold ${label.isLarge ? 'text-[18pt]' : 'text-[10pt]'}`}>{label.code}</p>
      <p className="truncate text-center text-[7pt]">{[label.title, label.detail].filter((text) => text !== '').join(' · ')}</p>
    </div>
  );
}

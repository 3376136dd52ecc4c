import { ImageOff } from 'lucide-react';
import { useState } from 'react';

const SIZES = { normal: 'size-10', large: 'size-20' } as const;

interface PhotoProps {
  readonly url: string | null | undefined;
  readonly size?: 'normal' | 'large';
  /** Shows the first letter of the name when there is no picture. */
  readonly name?: string | null;
}

/** A product's picture, for use beside its name. Shows an icon when there is no picture or it doesn't load. */
export function Photo({ url, size = 'normal', name }: PhotoProps) {
  const [failed, setFailed] = useState<string>();
  const box = `grid ${SIZES[size]} shrink-0 place-items-center rounded border border-line bg-white object-contain text-neutral-400`;
  if ((!url || failed === url) && name) {
    return (
      <span aria-hidden className={`grid ${SIZES[size]} shrink-0 place-items-center rounded border border-line bg-sunken text-lg font-semibold`}>
        {name.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  if (!url || failed === url) {
    return (
      <span className={box}>
        <ImageOff size={16} aria-hidden />
      </span>
    );
  }
  return <img src={url} alt="" loading="lazy" referrerPolicy="no-referrer" className={box} onError={() => setFailed(url)} />;
}

import { numberText } from '@stowage/contract/formats/text/number-text';
import type { Label } from '@stowage/contract/labels/labels';
import { useMemo } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import type { LabelStation } from './label-station.ts';
import { fineBars } from './layout/bars-on-sheet.ts';

const SHOWN = 5;

/** Warns of the labels that many scanners can't read on the chosen sheet. */
export function FineBars({ labels, station: { way, sheet } }: { labels: readonly Label[]; station: LabelStation }) {
  // Measures every label, which the dialog must not repeat for each key that is typed.
  const fine = useMemo(() => (way === 'PDF' && sheet !== undefined ? fineBars(labels, sheet) : undefined), [labels, way, sheet]);
  if (fine === undefined || fine.codes.length === 0) return null;
  const { codes, finest } = fine;
  const more = codes.length > SHOWN ? ` and ${numberText(codes.length - SHOWN)} more` : '';
  return (
    <Banner tone="warn">
      Bars of {finest.toFixed(2)} mm are too fine for many scanners. Choose a sheet with larger labels for {codes.slice(0, SHOWN).join(', ')}
      {more}.
    </Banner>
  );
}

import type { DispositionOption } from '@stowage/contract/returns/dispositions';
import { useState } from 'react';
import { typedQuantity } from './disposition.ts';

/** The typed quantities by disposition, until they are saved. */
export function useQuantities() {
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({});
  return {
    texts,
    onText: (dispositionId: number, text: string) => setTexts((previous) => ({ ...previous, [dispositionId]: text })),
    /** Clears a saved quantity, but not another one that was typed meanwhile. */
    forget: ({ id }: DispositionOption, quantity: number) =>
      setTexts(({ [id]: text, ...others }) => (text === undefined || typedQuantity(text) === quantity ? others : { ...others, [id]: text })),
  };
}

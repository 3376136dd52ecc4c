import type { DispositionOption } from '@stowage/contract/returns/dispositions';
import { useState } from 'react';
import { typedQuantity } from './disposition.ts';

/** What is typed as quantities, by disposition. It stays until it counts. */
export function useQuantities() {
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({});
  return {
    texts,
    onText: (dispositionId: number, text: string) => setTexts((previous) => ({ ...previous, [dispositionId]: text })),
    /** Forgets a quantity that counts now; another one that was typed meanwhile stays. */
    forget: ({ id }: DispositionOption, quantity: number) =>
      setTexts(({ [id]: text, ...others }) => (text === undefined || typedQuantity(text) === quantity ? others : { ...others, [id]: text })),
  };
}

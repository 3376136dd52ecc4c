import type { DispositionOption } from '@stowage/contract/returns/dispositions';
import { useState } from 'react';
import type { CaseRequest } from './disposition.ts';

interface OpenCase extends Pick<CaseRequest, 'nth' | 'disposition' | 'quantity'> {
  /** The server created or rejected the case. */
  readonly isAnswered: boolean;
}

interface OpenCaseOptions {
  readonly onProblem: (problem: string | undefined) => void;
  readonly onCreated: (caseId: string, units: OpenCase) => void;
}

/** The case in creation. No other case is created before the server's answer, because it could contain the same units. */
export function useOpenCase({ onProblem, onCreated }: OpenCaseOptions) {
  const [openCase, setOpenCase] = useState<OpenCase>();
  const answered = () => setOpenCase((before) => before && { ...before, isAnswered: true });
  return {
    openCase,
    create: (disposition: DispositionOption, quantity: number) => {
      if (openCase?.isAnswered === false) return onProblem('The previous case is not created yet. Try that one again first.');
      onProblem(undefined);
      setOpenCase((before) => ({ disposition, quantity, nth: (before?.nth ?? 0) + 1, isAnswered: false }));
    },
    onRefused: answered,
    onCreated: (caseId: string) => {
      if (openCase === undefined) return;
      answered();
      onCreated(caseId, openCase);
    },
  };
}

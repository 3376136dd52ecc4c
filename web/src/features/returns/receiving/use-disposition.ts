import type { InputOf } from '@stowage/contract/endpoint';
import {
  type DispositionOption,
  decideDisposition,
  getDispositions,
  getProductReturnConditionData,
  type ListingChoice,
  type ReturnLabel,
} from '@stowage/contract/returns/dispositions';
import type { TrackingRow } from '@stowage/contract/returns/packages';
import { useEffect, useRef, useState } from 'react';
import { mayPass, RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { unitsText } from './disposition.ts';

/** An existing listing, or the SKU of a new one. */
export type ChosenListing = { readonly id: number } | { readonly newSku: string };

interface Wanted {
  readonly disposition: DispositionOption;
  readonly quantity: number;
  readonly listing?: ChosenListing;
}

/** A decision that needs a listing before its units can be added to stock. */
export interface AskedListing extends Wanted {
  readonly choice: ListingChoice;
  readonly question: string;
}

interface DispositionOptions {
  readonly line: TrackingRow;
  readonly location: string;
  readonly onDecided: (decided: {
    readonly disposition: DispositionOption;
    readonly quantity: number;
    readonly location: string | null;
    readonly label: ReturnLabel;
  }) => void;
}

type Body = Omit<InputOf<typeof decideDisposition>['body'], 'clientId'>;

/** A sent decision, with the id that makes it count once. */
interface Sent {
  readonly wanted: Wanted;
  readonly body: Body;
  readonly clientId: string;
}

/**
 * Sends disposition decisions. A decision that is sent again after a lost answer counts once. While an answer is missing,
 * no other decision is sent, because it could count the same units again.
 */
export function useDisposition({ line, location, onDecided }: DispositionOptions) {
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<AskedListing>();
  const [unanswered, setUnanswered] = useState<Sent>();
  const open = useRef<Sent>(undefined);
  const inFlight = useRef<Promise<boolean>>(undefined);
  const isAnswerLost = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const command = useCommand(decideDisposition, [getDispositions, getProductReturnConditionData]);

  const send = (decision: Sent) => {
    const { disposition, quantity } = decision.wanted;
    open.current = decision;
    setProblem(undefined);
    const answered = (lost: Sent | undefined) => {
      isAnswerLost.current = lost !== undefined;
      setUnanswered(lost);
    };
    // The promise handles the answer, because the dialog may be closed before it arrives.
    const answer = command.mutateAsync({ body: { ...decision.body, clientId: decision.clientId } }).then(
      ({ location: place, label }) => {
        open.current = undefined;
        answered(undefined);
        setAsked(undefined);
        onDecided({ disposition, quantity, location: place, label });
        return true;
      },
      (error: Error) => {
        const isLost = mayPass(error) || !(error instanceof RefusedError);
        if (!isShown.current) reportClosed(decision.wanted, isLost ? 'The server gave no clear answer' : error.message);
        answered(isLost ? decision : undefined);
        if (isLost) return false;
        const isQuestion = error.reason === 'no_listing' || error.reason === 'several_listings';
        if (isQuestion) setAsked({ disposition, quantity, choice: error.details as ListingChoice, question: error.message });
        else setProblem(error.message);
        return false;
      },
    );
    inFlight.current = answer;
    void answer.then(() => {
      if (inFlight.current === answer) inFlight.current = undefined;
    });
  };
  const record = (wanted: Wanted) => {
    const { disposition, quantity, listing } = wanted;
    const body = {
      removalShipment: line.removal_shipment,
      dispositionId: disposition.id,
      quantity,
      ...(disposition.sku_condition !== null && { location }),
      ...(listing && { listing }),
    };
    const isSame = JSON.stringify(open.current?.body) === JSON.stringify(body);
    if (unanswered !== undefined && !isSame) return setProblem('The decision before this one has no answer yet. Try that one again first.');
    send(isSame && open.current !== undefined ? open.current : { wanted, body, clientId: newId() });
  };
  return {
    record,
    isBusy: command.isPending,
    problem,
    setProblem,
    asked,
    forgetAsked: () => setAsked(undefined),
    unanswered: unanswered?.wanted,
    /** Waits for the decision that is being sent. @returns whether the line can be left: the decision is saved, and none has lost its answer */
    isSaved: async () => (await inFlight.current) ?? !isAnswerLost.current,
    tryAgain: () => unanswered && send(unanswered),
  };
}

/** Says what became of a decision whose dialog is closed. */
function reportClosed({ disposition, quantity }: Wanted, why: string): void {
  playTone('error');
  toast('bad', `${unitsText({ quantity, disposition })}: ${why}`);
}

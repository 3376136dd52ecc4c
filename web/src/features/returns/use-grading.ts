import {
  type DispositionOption,
  getDispositions,
  getProductReturnConditionData,
  gradeUnits,
  type ListingChoice,
  type ReturnLabel,
  type TrackingRow,
} from '@stowage/contract/returns';
import { useRef, useState } from 'react';
import { RefusedError } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { newId } from '../../shared/new-id.ts';

/** A listing that there is, or a new one of ours. */
export type ChosenListing = { readonly id: number } | { readonly newSku: string };

interface Wanted {
  readonly disposition: DispositionOption;
  readonly quantity: number;
  readonly listing?: ChosenListing;
}

/** What is asked back before units can go into stock. */
export interface AskedListing extends Wanted {
  readonly choice: ListingChoice;
  readonly question: string;
}

interface GradingOptions {
  readonly line: TrackingRow;
  readonly location: string;
  readonly onGraded: (graded: {
    readonly disposition: DispositionOption;
    readonly quantity: number;
    readonly location: string | null;
    readonly label: ReturnLabel;
  }) => void;
}

/** Gives units a disposition. The same decision sent again, after an answer that was lost, counts once. */
export function useGrading({ line, location, onGraded }: GradingOptions) {
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<AskedListing>();
  const open = useRef<{ readonly body: string; readonly clientId: string }>(undefined);
  const command = useCommand(gradeUnits, [getDispositions, getProductReturnConditionData]);

  const grade = ({ disposition, quantity, listing }: Wanted) => {
    setProblem(undefined);
    const wanted = {
      removalShipment: line.removal_shipment,
      dispositionId: disposition.id,
      quantity,
      ...(disposition.sku_condition !== null && { location }),
      ...(listing && { listing }),
    };
    const text = JSON.stringify(wanted);
    if (open.current?.body !== text) open.current = { body: text, clientId: newId() };
    command.mutate(
      { body: { ...wanted, clientId: open.current.clientId } },
      {
        onSuccess: ({ location: place, label }) => {
          open.current = undefined;
          setAsked(undefined);
          onGraded({ disposition, quantity, location: place, label });
        },
        onError: (error) => {
          if (!(error instanceof RefusedError)) return setProblem('Not saved: the server does not answer. Please try again.');
          const isQuestion = error.reason === 'no_listing' || error.reason === 'several_listings';
          if (isQuestion) setAsked({ disposition, quantity, choice: error.details as ListingChoice, question: error.message });
          else setProblem(error.message);
        },
      },
    );
  };
  return { grade, isBusy: command.isPending, problem, setProblem, asked, forgetAsked: () => setAsked(undefined) };
}

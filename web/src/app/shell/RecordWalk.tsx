import { messageOf } from '@stowage/contract/errors';
import type { ListName } from '@stowage/contract/identity/list-views';
import { useState } from 'react';
import { type ListPage, placeIn, recallWalk, rememberStep } from '../../shared/list/record-walk.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import { PageLink } from '../../ui/table/PageLink.tsx';
import { Neighbors } from '../../ui/table/rows/Neighbors.tsx';

interface RecordWalkProps {
  readonly list: ListName;
  /** The screens that show the list. The first one is meant when none was open. */
  readonly screens: readonly [Screen, ...Screen[]];
  readonly record: string;
  /** Loads a page of the list. */
  readonly load: (address: object) => Promise<Pick<ListPage, 'records' | 'next'>>;
  readonly onOpen: (record: string) => void;
  /** Opens the list. @param address empty for its first page */
  readonly onBack: (path: string, address: object) => void;
}

interface Screen {
  readonly path: string;
  readonly title: string;
}

/** On the page of a record: the way back to the same row of its list, and to the records next to it. */
export function RecordWalk({ list, screens, record, load, onOpen, onBack }: RecordWalkProps) {
  const walk = recallWalk(list);
  const [isLoading, setLoading] = useState(false);
  const nth = walk?.records.indexOf(record) ?? -1;
  const isInWalk = walk !== undefined && nth !== -1;
  const screen = screens.find(({ path }) => path === walk?.path) ?? screens[0];
  const back = () => {
    if (isInWalk) rememberStep(list, record);
    onBack(screen.path, isInWalk ? walk.address : {});
  };
  useShortcuts({
    backToList: () => {
      if (isInWalk) back();
      return isInWalk;
    },
  });
  const step = (to: string | undefined) => {
    if (to === undefined) return undefined;
    return () => {
      rememberStep(list, to);
      onOpen(to);
    };
  };
  const turn = (address: object | undefined, earlier: readonly object[], pick: 0 | -1) => {
    if (address === undefined || isLoading) return undefined;
    return async () => {
      setLoading(true);
      try {
        const page = await load(address);
        const to = page.records.at(pick);
        if (to === undefined) return;
        rememberStep(list, to, { ...page, path: screen.path, address, earlier });
        onOpen(to);
      } catch (error) {
        toast('bad', `The list could not be loaded: ${messageOf(error)}`);
      } finally {
        setLoading(false);
      }
    };
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <PageLink path={screen.path} onOpen={back}>
        {screen.title}
      </PageLink>
      {isInWalk && (
        <Neighbors
          place={placeIn(walk, nth)}
          onPrevious={step(walk.records[nth - 1]) ?? turn(walk.earlier.at(-1), walk.earlier.slice(0, -1), -1)}
          onNext={step(walk.records[nth + 1]) ?? turn(walk.next, [...walk.earlier, walk.address], 0)}
        />
      )}
    </div>
  );
}

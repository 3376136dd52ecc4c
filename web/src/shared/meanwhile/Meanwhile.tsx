import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

interface Difference {
  /** The name of the field. */
  readonly name: string;
  readonly theirs: string;
  /** Absent when only the other person changed the field. */
  readonly mine?: string | undefined;
}

interface MeanwhileProps {
  readonly differences: readonly Difference[];
  readonly isBusy: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** The fields that somebody else changed while a form was open, and the choice between the two versions. */
export function Meanwhile({ differences, isBusy, onMine, onTheirs }: MeanwhileProps) {
  return (
    <Banner tone="bad">
      <p>Not saved: somebody else changed this since you opened it. Choose which values to keep.</p>
      <ul className="my-2 grid gap-1 font-normal [overflow-wrap:anywhere]">
        {differences.map(({ name, theirs, mine }) => (
          <li key={name}>
            {name}: it is {quoted(theirs)} now{mine !== undefined && `, yours is ${quoted(mine)}`}
          </li>
        ))}
      </ul>
      <span className="flex flex-wrap gap-2">
        <Button size="small" disabled={isBusy} onClick={onMine}>
          Save mine
        </Button>
        <Button size="small" disabled={isBusy} onClick={onTheirs}>
          Take theirs
        </Button>
      </span>
    </Banner>
  );
}

const quoted = (text: string) => (text === '' ? 'nothing' : `"${text}"`);

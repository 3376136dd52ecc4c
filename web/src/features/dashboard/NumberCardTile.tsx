import { dashboardSummary, type NumberCard } from '@stowage/contract/dashboard/dashboard';
import { NUMBER_CARDS, type NumberCardName } from '@stowage/contract/dashboard/dashboard-cards';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { dateFormat, hourText } from '../../ui/format/date-time.ts';
import { PageLink } from '../../ui/table/PageLink.tsx';
import { StaleNote } from './StaleNote.tsx';
import { REFRESH_MS } from './use-fresh-parts.ts';
import { useRetainedFocus } from './use-retained-focus.ts';

type Unit = 'COUNT' | 'MONEY' | 'PERCENT';

const LEVELS = {
  GOOD: { tone: 'good', word: 'Good', Icon: CircleCheck },
  WARN: { tone: 'warn', word: 'Watch', Icon: CircleAlert },
  BAD: { tone: 'bad', word: 'Act', Icon: TriangleAlert },
} as const;

/** A figure with its change in a week and its level. It loads and fails independently. */
export function NumberCardTile({ name, onOpen }: { name: NumberCardName; onOpen: (path: string) => void }) {
  const { label, about, path, unit } = NUMBER_CARDS[name];
  const aboutId = useId();
  const [isExplained, setExplained] = useState(false);
  const query = useQuery({
    ...queryFor(dashboardSummary, { query: { card: name, timeZone: dateFormat().timeZone } }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  const card = query.data?.cards[0];
  const focusProps = useRetainedFocus<HTMLElement>();
  return (
    <article {...focusProps} aria-label={label} className="flex min-h-32 flex-col rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex items-start justify-between gap-1">
        <h3 className="text-muted xl:text-[13px] xl:tracking-tight xl:whitespace-nowrap">{label}</h3>
        <button
          type="button"
          aria-label={`About ${label}`}
          aria-expanded={isExplained}
          aria-controls={isExplained ? aboutId : undefined}
          onClick={() => setExplained(!isExplained)}
          className="-mt-1.5 -mr-2.5 grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken max-sm:-mt-2.5 max-sm:size-11"
        >
          <Info size={16} aria-hidden />
        </button>
      </div>
      {isExplained && (
        <p id={aboutId} className="mb-1 text-[13px] text-muted">
          {about}
        </p>
      )}
      {query.isPending && <p role="status" aria-label={`Loading ${label}`} className="mt-1 h-8 w-24 animate-pulse rounded bg-sunken" />}
      {card !== undefined && <Figures card={card} unit={unit} path={path} label={label} onOpen={onOpen} />}
      {card !== undefined && <StaleNote name={label} query={query} />}
      {card === undefined && !query.isPending && (
        <div className="flex items-center justify-between gap-2">
          <p className="text-2xl font-semibold">–</p>
          <span className="sr-only" role="alert">
            {label} could not be loaded
          </span>
          <Button size="small" aria-label={`Retry ${label}`} onClick={() => void query.refetch()} className="max-sm:min-h-11">
            Retry
          </Button>
        </div>
      )}
    </article>
  );
}

interface FiguresProps {
  readonly card: NumberCard;
  readonly unit: Unit;
  readonly path: string;
  readonly label: string;
  readonly onOpen: (path: string) => void;
}

function Figures({ card, unit, path, label, onOpen }: FiguresProps) {
  const { value, change, level, note, asOf } = card;
  const text = value === null ? '–' : amountText(value, unit);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PageLink
          path={path}
          onOpen={onOpen}
          label={`${label}: ${value === null ? 'not known' : text}`}
          className="text-2xl font-semibold hover:underline max-sm:min-h-11"
        >
          {text}
        </PageLink>
        {level !== 'NEUTRAL' && <Level level={level} />}
      </div>
      {note !== null && <p className="text-[13px] text-muted">{note}</p>}
      {asOf !== null && <p className="text-[13px] text-muted">As of {hourText(new Date(asOf))}</p>}
      {value !== null && change !== null && <p className="mt-auto pt-1 text-[13px] text-muted">{changeText(change, unit)}</p>}
    </>
  );
}

function Level({ level }: { level: keyof typeof LEVELS }) {
  const { tone, word, Icon } = LEVELS[level];
  return (
    <Badge tone={tone}>
      <Icon size={13} aria-hidden /> {word}
    </Badge>
  );
}

function amountText(value: string, unit: Unit): string {
  if (unit === 'MONEY') return moneyText(value);
  return unit === 'PERCENT' ? `${value} %` : numberText(Number(value));
}

function changeText(change: string, unit: Unit): string {
  if (Number(change) === 0) return 'Unchanged in 7 days';
  const size = amountText(change.replace('-', ''), unit === 'PERCENT' ? 'COUNT' : unit);
  return `${change.startsWith('-') ? '−' : '+'}${size}${unit === 'PERCENT' ? ' points' : ''} in 7 days`;
}

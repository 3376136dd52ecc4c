import type { OutputOf } from '@stowage/contract/endpoint';
import { getPricingSettings, PRICE_CHANNEL_NAMES, PRICE_CHANNELS, type PriceChannel, savePricingSettings } from '@stowage/contract/pricing/pricing';
import { useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { serverMessage } from './server-message.ts';

type Settings = OutputOf<typeof getPricingSettings>;
type Scope = PriceChannel | 'ALL';

const SCOPES: readonly Scope[] = ['ALL', ...PRICE_CHANNELS];

const STILL_SENT = 'Quantities are still sent, and clearing and restoring them works.';
const QUESTIONS: Readonly<Record<Scope, string>> = {
  ALL: `Until somebody resumes: a running sync or bulk update waits and sends nothing more, no new one starts, and single price changes are refused. ${STILL_SENT}`,
  SELLER_FULFILLED: `Until somebody resumes: no sync of your own stock starts, a running one sends no more prices, and strategies leave these prices as they are. FBA prices go on. ${STILL_SENT}`,
  FBA: 'Until somebody resumes: no bulk update of FBA prices starts, a running one sends nothing more, single FBA price changes are refused, and strategies leave these prices as they are. Prices of your own stock go on.',
};

/** Pauses the prices that are sent to Amazon, of all listings or by channel. */
export function PricePauses({ settings }: { settings: Settings }) {
  const save = useCommand(savePricingSettings, [getPricingSettings]);
  const [asked, setAsked] = useState<Scope>();
  const pressed = useRef<HTMLButtonElement>(null);
  const isPaused = (scope: Scope) => (scope === 'ALL' ? settings.isPaused : settings.pausedChannels[scope]);
  const change = (scope: Scope, isOn: boolean) => {
    // Only this pause: somebody may change another one at the same time.
    const body = scope === 'ALL' ? { isPaused: isOn } : { pausedChannels: { [scope]: isOn } };
    save.mutate({ body }, { onSettled: () => setAsked(undefined) });
  };
  return (
    <div className="grid gap-3">
      {settings.isPaused && <Banner tone="warn">Price pushes are paused. {STILL_SENT}</Banner>}
      {PRICE_CHANNELS.filter(isPaused).map((channel) => (
        <Banner key={channel} tone="warn">
          Price pushes for {PRICE_CHANNEL_NAMES[channel]} are paused.
        </Banner>
      ))}
      {save.isError && <ErrorText>{serverMessage(save.error, 'The pause could not be saved')}</ErrorText>}
      <div className="flex flex-wrap gap-2">
        {SCOPES.map((scope) => (
          <Button
            key={scope}
            look={isPaused(scope) || scope !== 'ALL' ? 'secondary' : 'danger'}
            disabled={save.isPending}
            onClick={(event) => {
              pressed.current = event.currentTarget;
              if (isPaused(scope)) change(scope, false);
              else setAsked(scope);
            }}
          >
            {labelOf(scope, isPaused(scope))}
          </Button>
        ))}
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          title={labelOf(asked, false)}
          question={QUESTIONS[asked]}
          confirmLabel="Pause"
          isDangerous
          isBusy={save.isPending}
          open
          onConfirm={() => change(asked, true)}
          onClose={() => setAsked(undefined)}
          returnFocusTo={() => pressed.current}
        />
      )}
    </div>
  );
}

function labelOf(scope: Scope, isPaused: boolean): string {
  if (scope === 'ALL') return isPaused ? 'Resume price pushes' : 'Pause all price pushes';
  return `${isPaused ? 'Resume' : 'Pause'} price pushes for ${PRICE_CHANNEL_NAMES[scope]}`;
}

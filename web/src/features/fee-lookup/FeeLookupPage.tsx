import { ASIN_LENGTH, FEE_LOOKUP_MESSAGES, type FeeLookup, lookUpFee } from '@stowage/contract/fee-lookup/fee-lookup';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callPublic } from '../../api/call.ts';
import { RefusedError } from '../../api/problem.ts';
import { useSession } from '../../api/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { Photo } from '../../ui/format/Photo.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { CodeField } from '../../ui/scan/CodeField.tsx';

/** The public page that shows Amazon's FBA fee of a product. */
export function FeeLookupPage() {
  const session = useSession();
  const [asin, setAsin] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const lookup = useMutation({
    mutationFn: async (wanted: string) => {
      const input = { query: { asin: wanted } };
      if (session === undefined) return callPublic(lookUpFee, input);
      // The page is public: a session that has ended is no reason to refuse.
      return call(lookUpFee, input).catch((error: unknown) => (isSignedOut(error) ? callPublic(lookUpFee, input) : Promise.reject(error)));
    },
  });
  const lookUp = (text: string, scanned = '') => {
    const wanted = text.trim();
    const refused = wanted === '' ? FEE_LOOKUP_MESSAGES.noAsin : refusalOf(scanned.trim());
    setRefusal(refused);
    if (refused === undefined) lookup.mutate(wanted);
  };
  const submit = () => lookUp(asin);
  const problem = refusal ?? problemOf(lookup);
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-2xl content-start gap-5 p-4 py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Logo />
        <a href="/" className="inline-flex min-h-9 items-center font-medium text-accent hover:underline">
          {session === undefined ? 'Sign in' : 'Back to the dashboard'}
        </a>
      </div>
      <h1 className="text-center text-xl font-semibold">FBA Fee Lookup</h1>
      <Form onSubmit={submit} className="grid grid-cols-[1fr_auto] items-start gap-3 rounded-card border border-line bg-surface p-4">
        <CodeField
          label="ASIN"
          hint="ASIN format: 10 characters starting with B"
          className="font-mono uppercase"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          value={asin}
          format={asAsin}
          onText={setAsin}
          onEnter={lookUp}
        />
        <Button type="submit" look="primary" className="mt-[1.9rem]" aria-busy={lookup.isPending}>
          {lookup.isPending ? 'Searching...' : 'Search'}
        </Button>
      </Form>
      <div aria-live="polite" className="grid gap-4">
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {problem === undefined && lookup.data?.success && <Result fee={lookup.data} />}
        {lookup.isIdle && problem === undefined && <AboutFees />}
      </div>
    </main>
  );
}

function asAsin(text: string): string {
  return text.trimStart().toUpperCase().slice(0, ASIN_LENGTH);
}

/** The field holds an ASIN's length, so the start of a longer code would be searched as if it were the whole. */
function refusalOf(scanned: string): string | undefined {
  if (scanned.length <= ASIN_LENGTH) return undefined;
  return `The scanned code ${scanned} has ${numberText(scanned.length)} characters. An ASIN has ${ASIN_LENGTH}: scan or enter the ASIN.`;
}

const isSignedOut = (error: unknown) => error instanceof RefusedError && error.status === 401;

function problemOf({ data, error }: { data: FeeLookup | { success: false; message: string } | undefined; error: Error | null }): string | undefined {
  if (error instanceof RefusedError) return error.message || FEE_LOOKUP_MESSAGES.failed;
  if (error !== null) return FEE_LOOKUP_MESSAGES.noAnswer;
  return data?.success === false ? data.message || FEE_LOOKUP_MESSAGES.failed : undefined;
}

function Result({ fee }: { fee: FeeLookup }) {
  return (
    <section aria-label="Result" className="grid gap-4 rounded-card border border-line bg-surface p-4">
      {fee.is_stale && <Banner tone="warn">{fee.message}</Banner>}
      <div className="flex items-center gap-4">
        {fee.image_url !== null && <Photo url={fee.image_url} size="large" />}
        <h2 className="min-w-0 text-base font-semibold break-words">{fee.product_title ?? 'Product Title Not Available'}</h2>
      </div>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1.5">
        <Row name="ASIN" value={fee.asin} />
        <Row name="SKU" value={fee.seller_sku ?? 'N/A'} />
        <Row name="FBA Fulfillment Fee" value={dollars(fee.fee_amount)} isMain />
        {fee.item_price !== null && <Row name="Reference Item Price" value={dollars(fee.item_price)} />}
        {fee.referral_fee !== null && <Row name="Referral Fee" value={dollars(fee.referral_fee)} />}
        {fee.net !== null && <Row name="Net after fees" value={dollars(fee.net)} />}
        {fee.cost !== null && <Row name="Cost" value={dollars(fee.cost)} />}
        <Row name="Last Updated" value={dateTime24(new Date(fee.last_updated))} />
      </dl>
      <p className="text-[13px] text-muted">Fees are cached estimates by Amazon from the time above. The actual charge may differ.</p>
    </section>
  );
}

function Row({ name, value, isMain = false }: { name: string; value: string; isMain?: boolean }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className={`text-right ${isMain ? 'text-lg font-semibold' : ''}`}>{value}</dd>
    </div>
  );
}

function AboutFees() {
  return (
    <section aria-label="About FBA fees" className="rounded-card border border-line bg-sunken p-4 text-muted">
      <h2 className="font-semibold text-ink">About FBA fees</h2>
      <p>
        The fulfillment fee is Amazon's charge for picking, packing and shipping one unit of a product. It depends on the product's size and weight. Amazon also
        charges for storage and a referral fee, which is a share of the price.
      </p>
    </section>
  );
}

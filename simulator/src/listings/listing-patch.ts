import { type Attributes, type Listing, MARKETPLACE_ID } from '../state.ts';

export interface Issue {
  readonly code: string;
  readonly message: string;
  readonly severity: 'ERROR' | 'WARNING' | 'INFO';
  readonly attributeNames?: string[];
}

/** An accepted change becomes visible after this time. */
const VISIBLE_AFTER_MS = 3_000;

/** The fields that identify an instance of an attribute. */
const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  fulfillment_availability: ['fulfillment_channel_code'],
  purchasable_offer: ['marketplace_id', 'currency', 'audience'],
};
const OPERATIONS = ['add', 'replace', 'merge', 'delete'];

/** The listing with all accepted changes, which a patch starts from. */
export const latestAttributes = (listing: Listing): Attributes => listing.pending.at(-1)?.attributes ?? listing.attributes;

/** Makes the due changes visible. */
export function settleListing(listing: Listing, now: number): void {
  while (listing.pending[0] !== undefined && listing.pending[0].visibleAt <= now) {
    const change = listing.pending.shift();
    if (change !== undefined) listing.attributes = change.attributes;
    listing.updatedAt = now;
  }
}

/**
 * Validates patches and computes the resulting attributes, without changing the listing.
 * @returns the new attributes, and the issues; with an error among them the marketplace refuses the whole message
 */
export function patched(attributes: Attributes, patches: unknown): { attributes: Attributes; issues: Issue[] } {
  const next: Attributes = structuredClone(attributes);
  const issues: Issue[] = [];
  if (!Array.isArray(patches) || patches.length === 0) return { attributes: next, issues: [error('BAD_REQUEST', 'Invalid parameters provided.')] };
  for (const patch of patches as { op?: string; path?: string; value?: unknown }[]) {
    const name = /^\/attributes\/([a-z0-9_]+)$/.exec(patch.path ?? '')?.[1];
    if (name === undefined || !OPERATIONS.includes(patch.op ?? '')) {
      issues.push(error('4000001', `Invalid path provided in patch: ${patch.path}`));
      continue;
    }
    const instances = (Array.isArray(patch.value) ? patch.value : []) as Record<string, unknown>[];
    issues.push(...instances.flatMap((instance) => problemsOf(name, patch.op ?? '', instance)));
    if (!Array.isArray(patch.value) && patch.op !== 'delete') issues.push(error('BAD_REQUEST', 'Invalid parameters provided.', name));
    apply(next, name, patch.op ?? '', instances);
  }
  return { attributes: next, issues };
}

/** Replaces all attributes (`UPDATE` and PUT), or only the named ones (`PARTIAL_UPDATE`). */
export function replaced(current: Attributes, attributes: unknown, { isPartial }: { isPartial: boolean }): { attributes: Attributes; issues: Issue[] } {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) {
    return { attributes: current, issues: [error('BAD_REQUEST', 'Invalid parameters provided.')] };
  }
  const kept = isPartial ? structuredClone(current) : {};
  for (const name of Object.keys(attributes)) delete kept[name];
  const patches = Object.entries(attributes).map(([name, value]) => ({ op: 'add', path: `/attributes/${name}`, value }));
  return patches.length === 0 ? { attributes: kept, issues: [] } : patched(kept, patches);
}

/** Accepts attributes, which become visible a few seconds later. */
export function accept(listing: Listing, attributes: Attributes, now: number): void {
  listing.pending.push({ visibleAt: now + VISIBLE_AFTER_MS, attributes });
}

function apply(attributes: Attributes, name: string, op: string, instances: Record<string, unknown>[]): void {
  const current = attributes[name] ?? [];
  if (op === 'delete' && instances.length === 0) {
    delete attributes[name];
    return;
  }
  for (const instance of instances) {
    const index = current.findIndex((candidate) => isSameInstance(name, candidate, instance));
    const existing = current[index];
    if (op === 'delete') current.splice(index < 0 ? current.length : index, 1);
    else if (existing === undefined) current.push(instance);
    else current[index] = op === 'merge' ? { ...existing, ...instance } : instance;
  }
  attributes[name] = current;
}

function isSameInstance(name: string, one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const selectors = SELECTORS[name] ?? ['marketplace_id'];
  return selectors.every((selector) => (one[selector] ?? defaultOf(selector)) === (other[selector] ?? defaultOf(selector)));
}

const defaultOf = (selector: string) => ({ marketplace_id: MARKETPLACE_ID, audience: 'ALL', currency: 'USD' })[selector];

function problemsOf(name: string, op: string, instance: Record<string, unknown>): Issue[] {
  if (op === 'delete') return [];
  if (name === 'fulfillment_availability') {
    if (typeof instance.fulfillment_channel_code !== 'string') return [error('BAD_REQUEST', 'Invalid parameters provided.', name)];
    const quantity = instance.quantity;
    if (quantity !== undefined && (!Number.isInteger(quantity) || Number(quantity) < 0)) return [error('90000900', 'quantity is not valid', name)];
  }
  if (name === 'purchasable_offer') {
    const prices = instance.our_price as { schedule?: { value_with_tax?: unknown }[] }[] | undefined;
    const price = prices?.[0]?.schedule?.[0]?.value_with_tax;
    if (typeof price !== 'number' || price <= 0) return [error('99022', "The 'our_price' attribute needs a price above zero.", name)];
  }
  return [];
}

function error(code: string, message: string, attributeName?: string): Issue {
  return { code, message, severity: 'ERROR', ...(attributeName !== undefined && { attributeNames: [attributeName] }) };
}

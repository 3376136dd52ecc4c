import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import type { CaseFields } from './cases.ts';

const caseTemplate = z.object({
  template_key: z.string(),
  template_name: z.string(),
  subject_template: z.string(),
  body_template: z.string(),
});
export type CaseTemplate = z.infer<typeof caseTemplate>;

const MISSING = 'N/A';

/** The value of each placeholder. */
const PLACEHOLDERS: Readonly<Record<string, (fields: CaseFields) => string>> = {
  SELLER_SKU: ({ seller_sku }) => seller_sku || MISSING,
  ASIN: ({ asin1 }) => asin1 || MISSING,
  QTY: ({ qty }) => String(qty ?? 0),
  FNSKU: ({ fnsku }) => fnsku || MISSING,
  REMOVAL_ORDER_ID: ({ removal_order_id, order_id }) => removal_order_id || order_id || MISSING,
  PRODUCT_NAME: ({ item_name }) => item_name || MISSING,
  AMAZON_DISPOSITION: ({ disposition }) => disposition || MISSING,
  TRACKING: ({ searchquery }) => searchquery || MISSING,
};
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS);

/** Fills the placeholders of a template. Unknown placeholders stay as they are. */
export function fillTemplate(template: string, fields: CaseFields): string {
  return template.replace(
    /\{\{\s*([A-Z_]+)\s*\}\}/g,
    (whole, name: string) => (Object.hasOwn(PLACEHOLDERS, name) ? PLACEHOLDERS[name]?.(fields) : undefined) ?? whole,
  );
}

export function unknownPlaceholders(template: string): string[] {
  const names = [...template.matchAll(/\{\{\s*([^}]*?)\s*\}\}/g)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !PLACEHOLDER_NAMES.includes(name)))];
}

const byKey = z.object({ key: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be letters, digits and hyphens') });

export const listCaseTemplates = endpoint('GET /api/case-templates', {
  summary: 'The templates of e-mails about cases, by name',
  response: z.array(caseTemplate),
});

export const saveCaseTemplate = endpoint('PUT /api/case-templates/:key', {
  summary: 'Add or change a template',
  params: byKey,
  body: z.object({
    template_name: z.string().trim().min(1).max(200),
    subject_template: z.string().trim().min(1).max(500),
    body_template: z.string().min(1).max(20_000),
    /** The texts that the person saw when they began to edit; null for a template that must be new. */
    seen: caseTemplate.omit({ template_key: true }).nullish(),
  }),
  response: caseTemplate,
  reasons: ['unknown_placeholder', 'changed_meanwhile'],
});

export const deleteCaseTemplate = endpoint('DELETE /api/case-templates/:key', {
  summary: 'Remove a template',
  params: byKey,
  response: success,
});

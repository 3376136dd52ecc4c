import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { PRINTED_LABEL_KINDS } from '../labels/labels.ts';

/** The steps from an empty installation to the first scan, in their order. */
export const GUIDE_STEPS = ['company', 'locations', 'shelf-labels', 'marketplace', 'listings', 'stock', 'people', 'test-label', 'first-scan'] as const;
export type GuideStepName = (typeof GUIDE_STEPS)[number];

const stepName = z.enum(GUIDE_STEPS);

const guideStep = z.object({
  name: stepName,
  /** DONE comes from the records of the installation; only SKIPPED is a person's choice. */
  state: z.enum(['OPEN', 'DONE', 'SKIPPED']),
  /** What the installation has so far: `56 locations`. */
  detail: z.string(),
});
export type GuideStep = z.infer<typeof guideStep>;

export const setupGuide = endpoint('GET /api/dashboard/guide', {
  summary: 'The steps of the setup guide with their state; none while the installation holds demo data',
  response: z.object({ steps: z.array(guideStep) }),
});

export const skipGuideSteps = endpoint('POST /api/dashboard/guide/skip', {
  summary: 'Skip steps of the setup guide, or bring them back',
  body: z.object({ steps: z.array(stepName).min(1).max(GUIDE_STEPS.length), isSkipped: z.boolean() }),
  response: success,
});

export const countPrintedLabels = endpoint('POST /api/labels/printed', {
  summary: 'Report that labels were printed on this station',
  body: z.object({ kind: z.enum(PRINTED_LABEL_KINDS), labels: z.int().min(1).max(1_000_000) }),
  response: success,
});

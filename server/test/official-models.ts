import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { checkoutRoot } from '../src/platform/paths.ts';

/**
 * The marketplace's official models, which are next to the checkout and not part of it: `../shared/sp-api-models`.
 */
const folder = path.resolve(checkoutRoot(), '../shared/sp-api-models/models');

export const hasOfficialModels = existsSync(folder);

/** The example of a feed's processing report in the official schema. */
export const readOfficialProcessingReport = (): string =>
  readFileSync(path.join(folder, '../schemas/feeds/listings-feed-processing-report-schema-v2.example.json'), 'utf8');

const FILES = [
  'feeds-api-model/feeds_2021-06-30',
  'reports-api-model/reports_2021-06-30',
  'listings-items-api-model/listingsItems_2021-08-01',
  'product-pricing-api-model/productPricingV0',
  'product-pricing-api-model/productPricing_2022-05-01',
  'product-fees-api-model/productFeesV0',
  'orders-api-model/orders_2026-01-01',
  'orders-api-model/ordersV0',
  'catalog-items-api-model/catalogItems_2022-04-01',
  'fba-inventory-api-model/fbaInventory',
  'notifications-api-model/notifications',
];

interface Parameter {
  readonly in: 'query' | 'path' | 'body' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly type?: string;
  readonly items?: { readonly enum?: readonly string[] };
  readonly enum?: readonly string[];
  readonly schema?: object;
}

interface ModelOperation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter | { $ref: string })[];
  readonly responses: Readonly<Record<string, { schema?: object; 'x-amzn-api-sandbox'?: { static?: readonly { response?: unknown }[] } }>>;
}

interface Model {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly definitions: object;
  readonly parameters?: Readonly<Record<string, Parameter>>;
}

export interface OfficialOperation {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The rate and burst of the usage plan in the description, in calls per second. */
  readonly plan: { readonly rate: number; readonly burst: number } | undefined;
  /** The errors of a request body; empty when it is valid. */
  requestProblems(body: unknown): string[];
  responseProblems(status: number, body: unknown): string[];
  /** The official sandbox's example answers, including errors. */
  readonly examples: readonly { readonly status: number; readonly body: unknown }[];
}

/** The operations by name. Of the two models of orders, the one of 2026 comes first. */
export function readOfficialOperations(): Map<string, OfficialOperation> {
  const operations = new Map<string, OfficialOperation>();
  for (const file of FILES) {
    const model = JSON.parse(readFileSync(path.join(folder, `${file}.json`), 'utf8')) as Model;
    const ajv = formats.default(new Ajv({ strict: false, allErrors: true }));
    ajv.addSchema({ $id: 'model', definitions: model.definitions });
    for (const [url, methods] of Object.entries(model.paths)) {
      for (const operation of Object.values(methods).filter(isOperation)) {
        if (!operations.has(operation.operationId)) operations.set(operation.operationId, toOfficial(url, operation, model, ajv));
      }
    }
  }
  return operations;
}

const isOperation = (value: unknown): value is ModelOperation => typeof value === 'object' && value !== null && 'operationId' in value;

function toOfficial(url: string, operation: ModelOperation, model: Model, ajv: Ajv): OfficialOperation {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? (model.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] as Parameter) : parameter,
  );
  const compile = (schema: object | undefined): ValidateFunction | undefined => schema && ajv.compile(absolute(schema));
  const body = compile(parameters.find((parameter) => parameter.in === 'body')?.schema);
  const responses = new Map(Object.entries(operation.responses).map(([status, { schema }]) => [Number(status), compile(schema)]));
  const plan = /\|\s*([\d.]+)\s*\|\s*([\d.]+)\s*\|/.exec(operation.description);
  return {
    path: url,
    parameters,
    plan: plan === null ? undefined : { rate: Number(plan[1]), burst: Number(plan[2]) },
    requestProblems: (value) => problems(body, value),
    responseProblems: (status, value) => problems(responses.get(status), value),
    examples: Object.entries(operation.responses).flatMap(([status, response]) =>
      (response['x-amzn-api-sandbox']?.static ?? []).map((example) => ({ status: Number(status), body: example.response })),
    ),
  };
}

function problems(validate: ValidateFunction | undefined, value: unknown): string[] {
  if (validate === undefined || validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Lets a part of a model refer to the definitions of the whole. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"model#/definitions/')) as object;
}

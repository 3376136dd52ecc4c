import * as z from 'zod';

const COSTS = z.registry<{ isCost: true }>();

/** A field with a cost, a margin or something that reveals them. It is null for people without `costs.read`. */
export function cost<S extends z.ZodType>(schema: S): z.ZodNullable<S> {
  const nullable = z.nullable(schema);
  COSTS.add(nullable, { isCost: true });
  return nullable;
}

export function isCost(schema: z.ZodType): boolean {
  return COSTS.has(schema);
}

/** Takes the costs out of a value that the schema has checked. */
export type Redaction = (value: unknown) => unknown;

/** How costs are taken out of a response; undefined for one that has none. */
export function costRedaction(schema: z.ZodType): Redaction | undefined {
  if (isCost(schema)) return () => null;
  if (schema instanceof z.ZodObject) return objectRedaction(schema.shape as Record<string, z.ZodType>);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = costRedaction(schema.unwrap() as z.ZodType);
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  }
  if (schema instanceof z.ZodArray) {
    const inner = costRedaction(schema.element as z.ZodType);
    return inner && ((value) => (value as unknown[]).map(inner));
  }
  if (schema instanceof z.ZodUnion) {
    const parts = schema.options.map((option) => costRedaction(option as z.ZodType));
    // Each part names other fields, and a redaction changes only fields that are there.
    return parts.some((part) => part !== undefined) ? (value) => parts.reduce((result, part) => part?.(result) ?? result, value) : undefined;
  }
  if (schema instanceof z.ZodRecord) {
    const inner = costRedaction(schema.valueType as z.ZodType);
    return inner && ((value) => Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, inner(one)])));
  }
  return undefined;
}

function objectRedaction(shape: Record<string, z.ZodType>): Redaction | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const redact = costRedaction(field);
    return redact === undefined ? [] : [{ name, redact }];
  });
  if (fields.length === 0) return undefined;
  return (value) => {
    const result = { ...(value as Record<string, unknown>) };
    for (const { name, redact } of fields) if (name in result) result[name] = redact(result[name]);
    return result;
  };
}

import os from 'node:os';
import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { VERSION } from '@stowage/contract/version';
import { type SpanStart, useTracer } from './tracing.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Headers of HTTP for the propagator. */
const getter = {
  keys: (headers: Readonly<Record<string, unknown>>) => Object.keys(headers),
  get: (headers: Readonly<Record<string, unknown>>, name: string) => headers[name] as string | string[] | undefined,
};

/**
 * Sends traces to the collector at OTEL_EXPORTER_OTLP_ENDPOINT. OpenTelemetry itself reads its other standard variables:
 * headers, sampler, limits, resource attributes. Loaded only when it is wanted, because it costs time and memory.
 * @returns a function that sends what is left, and ends tracing
 */
export function startTracing({ role }: { role: string }): () => Promise<void> {
  const own = resourceFromAttributes({ 'service.version': VERSION, 'service.instance.id': `${os.hostname()}:${process.pid}`, 'stowage.role': role });
  const named = resourceFromAttributes({ 'service.name': 'stowage' });
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(own);
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const propagator = new W3CTraceContextPropagator();
  const spans = provider.getTracer('stowage', VERSION);
  useTracer({
    start(name: string, { kind, facts = {}, from }: SpanStart) {
      const parent = from === undefined ? context.active() : propagator.extract(ROOT_CONTEXT, from, getter);
      const span = spans.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent);
      const inside = trace.setSpan(parent, span);
      return { note: (more) => void span.setAttributes(more), end: (failure) => endSpan(span, failure), within: (work) => context.with(inside, work) };
    },
  });
  return async () => {
    useTracer(undefined);
    context.disable();
    await provider.shutdown().catch(() => {});
  };
}

function endSpan(span: Span, failure: string | undefined): void {
  if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

import { reportVitals } from '@stowage/contract/dashboard/vitals';
import type { Metric } from 'web-vitals';
import { callPublic } from '../../api/call.ts';

const SEND_AFTER_MS = 5_000;

/** Measures the web vitals and sends them to the server, in one call per visit or tab switch. */
export function reportVitalsOf(screen: string): void {
  const measured: Metric[] = [];
  const send = () => {
    const metrics = measured.splice(0).map(({ name, value, rating }) => ({ name, value, rating }));
    // A lost measurement needs no error message.
    if (metrics.length > 0) callPublic(reportVitals, { body: { screen, metrics } }).catch(() => {});
  };
  const add = (metric: Metric) => void measured.push(metric);
  void import('web-vitals').then(({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
    for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(add);
  });
  setTimeout(send, SEND_AFTER_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
}

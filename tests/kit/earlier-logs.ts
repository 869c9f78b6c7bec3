/**
 * Logs of single boxes, as released and earlier programs wrote them, one event a line:
 *
 * 1.0.0     release 1.0.0: three expenses, one rejected, one through maintenance; closed
 * payments  the program with payments, before a shipment required the opened legalisation: a box that was granted in
 *           part, paid, and whose debt was recorded again, taken back and paid in
 */
import { readFileSync } from 'node:fs';
import type { EventRow } from '#server/features/cases/event.repository.ts';

export const earlierLog = (name: '1.0.0' | 'payments'): EventRow[] =>
  readFileSync(new URL(`./logs/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as EventRow);

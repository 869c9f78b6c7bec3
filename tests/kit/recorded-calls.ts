/** Records the calls of the browser client and answers them from a table, until the test ends. */
import axios, { type AxiosRequestConfig } from 'axios';
import { vi } from 'vitest';
import type { CallPath } from '#contract/contract.ts';

export interface RecordedCall {
  path: string;
  body: Record<string, unknown>;
}

const bodyOf = (data: unknown): Record<string, unknown> =>
  data instanceof FormData ? Object.fromEntries(data) : JSON.parse(JSON.stringify(data));

/**
 * Records every call from now on.
 *
 * @param answers by call; other calls are answered by an empty list
 */
export function recordCalls(answers: { readonly [Path in CallPath]?: unknown }): RecordedCall[] {
  const calls: RecordedCall[] = [];
  const answer = async ({ url = '', data }: AxiosRequestConfig) => {
    calls.push({ path: url, body: bodyOf(data) });
    return { data: answers[url as CallPath] ?? [], status: 200, headers: {} };
  };
  // The part of an answer that the client reads.
  vi.spyOn(axios.Axios.prototype, 'request').mockImplementation(answer as never);
  return calls;
}

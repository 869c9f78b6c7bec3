/**
 * The calls of the browser's client, recorded on their way out and answered by a table. Import it before
 * anything of `src/actors`: the client takes over what the library has as its way out when it is created.
 */
import axios, { type InternalAxiosRequestConfig } from 'axios';
import type { CallPath } from '#contract/contract.ts';

export interface RecordedCall {
  path: string;
  body: Record<string, unknown>;
}

export const recordedCalls: RecordedCall[] = [];

let answers: { readonly [Path in CallPath]?: unknown } = {};

/** Gives the answers by call; any other call is answered by an empty list. */
export const answerCalls = (table: typeof answers): void => {
  answers = table;
};

const bodyOf = (data: unknown): Record<string, unknown> =>
  data instanceof FormData ? Object.fromEntries(data) : JSON.parse(String(data));

axios.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
  const path = config.url ?? '';
  recordedCalls.push({ path, body: bodyOf(config.data) });
  const data = answers[path as CallPath] ?? [];
  return { data, status: 200, statusText: 'OK', headers: {}, config };
};

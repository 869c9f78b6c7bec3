/**
 * A sign-out is stored until the server confirms it: as a flag that every tab reads, and as a request that the service
 * worker sends before it lets other calls through (scripts/offline/service-worker.js).
 */
import type { AnswerOf } from '#contract/contract.ts';
import { apiBase, xsrfCookie, xsrfHeader } from '#contract/wire.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { confirmsSignOut } from '#machines/flows/session/session.setup.ts';
import { callApi, token } from '../wire/client.ts';
import { isSignOutStored, storeSignOut } from '../wire/browser-storage.ts';

const path = '/auth/logout';

/** True when the browser could not store the flag; then only this tab has it. */
let isUnstored = false;

export const isSignOutPending = (): boolean => isUnstored || isSignOutStored();

const cookie = (name: string): string =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** The complete request for the service worker, which can read neither cookies nor the page. */
const request = () => ({
  url: apiBase + path,
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    [xsrfHeader]: decodeURIComponent(cookie(xsrfCookie)),
  },
  body: JSON.stringify({ token: token() }),
});

let lastMessage: Promise<unknown> = Promise.resolve();

/**
 * Changes the request that the service worker must send, in order. Without a secure origin there is no service worker.
 *
 * @param message `failed`: the worker sends the request when the network returns, even without an open page
 */
function notifyWorker(
  message: 'changed' | 'failed',
  change?: (name: string) => Promise<unknown>,
): void {
  if (!('caches' in globalThis)) return;
  const post = async () => {
    await change?.('caja-menor-cierre');
    navigator.serviceWorker.controller?.postMessage(message);
  };
  lastMessage = lastMessage.then(post).catch(() => undefined);
}

export function storePendingSignOut(): void {
  isUnstored = !storeSignOut(true);
  const saved = request();
  notifyWorker('changed', async (name) =>
    (await caches.open(name)).put('/cierre', new Response(JSON.stringify(saved))),
  );
}

function forgetSignOut(): void {
  isUnstored = false;
  storeSignOut(false);
  notifyWorker('changed', (name) => caches.delete(name));
}

/** Sends the pending sign-out, if there is one. @throws as `callApi` when the server does not answer */
export async function sendSignOut(): Promise<Result<AnswerOf<'/auth/logout'>>> {
  if (!isSignOutPending()) return answered([{ status: '200', msg: '' }]);
  try {
    const result = await callApi(path, {});
    if (confirmsSignOut(result)) forgetSignOut();
    else notifyWorker('failed');
    return result;
  } catch (error) {
    notifyWorker('failed');
    throw error;
  }
}

/** A real Chromium on the product; its console output is recorded and must be empty. */
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { apiBase } from '#contract/contract.ts';
import { CHROMIUM_ARGUMENTS, chromiumPath } from './environment.ts';

/** Password of every user of the demonstration. */
export const demoPassword = 'Caja2026';

/** Application token of the demonstration. */
export const demoToken = 'caja-menor';

export const widths = { desk: 1280, phone: 390 } as const;

export interface Tab {
  page: Page;
  /** Console messages, page errors and failed requests, in order. */
  complaints: string[];
  close(): Promise<void>;
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_ARGUMENTS] });

/** Opens a separate browser profile, without the session of another user. */
export async function openTab(
  browser: Browser,
  url: string,
  width: number = widths.desk,
): Promise<Tab> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    viewport: { width, height: 900 },
    acceptDownloads: true,
  });
  const complaints: string[] = [];
  context.on('page', (page) => listen(page, complaints));
  const page = await context.newPage();
  // Elements may appear late on a busy machine; the timeout of the test ends a wait that never succeeds.
  page.setDefaultTimeout(60_000);
  return { page, complaints, close: () => context.close() };
}

/** Message of the browser after a sign-out that clears its cache. */
const asAsked = /^Clear-Site-Data header on .*: Cleared data types: "cache"\.$/;

/** Open requests of a page, and the callback for when there are none. */
interface UnderWay {
  requests: Set<Request>;
  whenNone: () => void;
}

const underWay = new WeakMap<Page, UnderWay>();

function listen(page: Page, complaints: string[]): void {
  const asked: UnderWay = { requests: new Set(), whenNone: () => {} };
  underWay.set(page, asked);
  page.on('request', (request) => asked.requests.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => {
      asked.requests.delete(request);
      if (asked.requests.size === 0) asked.whenNone();
    });
  page.on('console', (message) => {
    if (asAsked.test(message.text())) return;
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`pageerror: ${error.message}`));
}

/** Resolves when nothing is loading, and no animation or transition runs. */
const isStill = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelector('h1:not([data-seen])') !== null &&
      document.querySelector('[aria-busy=true]') === null &&
      !document.body.innerText.includes('Cargando') &&
      document.getAnimations().every(({ playState }) => playState === 'finished'),
    undefined,
    // Each check forces a layout: one at every frame would delay the page.
    { polling: 50 },
  );

/** Resolves once the page has a title not marked as read, no open request, and no animation. */
export async function quiet(page: Page): Promise<void> {
  await isStill(page);
  const asked = underWay.get(page);
  while (asked && asked.requests.size > 0) {
    // An event could fire before the listener is added, so this waits for a callback.
    await new Promise<void>((resolve) => {
      asked.whenNone = resolve;
    });
    await isStill(page);
  }
}

/** Resizes the window and resolves once the page is drawn at that size. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  // The page is notified in the next frame, and React renders the change before the one after.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

const signedIn = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Cerrar sesión' }).waitFor();

/**
 * Starts the session of a user without loading the application.
 *
 * @throws Error with the answer of the server when it refused
 */
export async function beginSession(
  page: Page,
  user: string,
  password = demoPassword,
): Promise<void> {
  const data = { token: demoToken, email: `${user}@cajamenor.test`, password };
  const answer = await page.context().request.post(`${apiBase}/auth/user`, { data });
  if (!answer.ok()) throw new Error(`${user}: ${answer.status()} ${await answer.text()}`);
  // The page requests the session only when this flag is set.
  await page.goto('/salud');
  await page.evaluate(() => localStorage.setItem('isLogin', '1'));
}

/** Signs in without the login screen, and opens the first screen of the user. */
export async function signIn(page: Page, user: string, password = demoPassword): Promise<void> {
  await beginSession(page, user, password);
  await page.goto('/');
  await signedIn(page);
}

/** Signs in on the login screen and waits for the first screen of the user. */
export async function signInOnScreen(
  page: Page,
  user: string,
  password = demoPassword,
): Promise<void> {
  await page.goto('/');
  await enter(page, user, password);
}

/** The same on a login screen that is already open. */
export async function enter(page: Page, user: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Usuario (correo electrónico)').fill(`${user}@cajamenor.test`);
  await page.getByRole('textbox', { name: /^Contraseña/ }).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await signedIn(page);
}

/** Opens an address of the application, as if typed. */
export const goTo = (page: Page, path: string): Promise<unknown> => page.goto(`/#${path}`);

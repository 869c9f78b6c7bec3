/** A real Chromium in front of the product; what it says on the console is stored and must be nothing. */
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

/** The application's token of the demonstration. */
export const demoToken = 'caja-menor';

export const widths = { desk: 1280, phone: 390 } as const;

export interface Tab {
  page: Page;
  /** Console messages, page errors and failed requests, in the order in which they came. */
  complaints: string[];
  close(): Promise<void>;
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_ARGUMENTS] });

/** A browser profile of its own: nothing of another person's session is in it. */
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
  // What a person would see next comes late on a busy machine; the limit of the test ends what never comes.
  page.setDefaultTimeout(60_000);
  return { page, complaints, close: () => context.close() };
}

/** What the browser tells when a signing out asked it to. */
const asAsked = /^Clear-Site-Data header on .*: Cleared data types: "cache"\.$/;

/** What a page has asked for that has not come yet, and who waits until all of it has. */
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

/** Nothing is busy, nothing moves or still changes its colour. */
const isStill = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelector('h1:not([data-seen])') !== null &&
      document.querySelector('[aria-busy=true]') === null &&
      !document.body.innerText.includes('Cargando') &&
      document.getAnimations().every(({ playState }) => playState === 'finished'),
    undefined,
    // Each look has the page laid out: at every frame it would keep the page from what is waited for.
    { polling: 50 },
  );

/** Goes on once the page has a title that was not marked as read, and nothing of it loads, waits or moves. */
export async function quiet(page: Page): Promise<void> {
  await isStill(page);
  const asked = underWay.get(page);
  while (asked && asked.requests.size > 0) {
    // Not an event that is waited for anew: it may have been before somebody listens.
    await new Promise<void>((resolve) => {
      asked.whenNone = resolve;
    });
    await isStill(page);
  }
}

/** Gives the window another size, and goes on once the page is drawn in it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  // The page hears of it with the next frame, and React draws what hangs on it before the one after.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

const signedIn = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Cerrar sesión' }).waitFor();

/**
 * Begins the session of a person, and loads nothing of the application.
 *
 * @throws Error with what the server said when it refused
 */
export async function beginSession(
  page: Page,
  user: string,
  password = demoPassword,
): Promise<void> {
  const data = { token: demoToken, email: `${user}@cajamenor.test`, password };
  const answer = await page.context().request.post(`${apiBase}/auth/user`, { data });
  if (!answer.ok()) throw new Error(`${user}: ${answer.status()} ${await answer.text()}`);
  // The page asks for a session only where it knows of one.
  await page.goto('/salud');
  await page.evaluate(() => localStorage.setItem('isLogin', '1'));
}

/** Signs in without the login screen, which has tests of its own, and opens the first screen of the person. */
export async function signIn(page: Page, user: string, password = demoPassword): Promise<void> {
  await beginSession(page, user, password);
  await page.goto('/');
  await signedIn(page);
}

/** Signs in on the login screen and waits for the first screen of the person. */
export async function signInOnScreen(
  page: Page,
  user: string,
  password = demoPassword,
): Promise<void> {
  await page.goto('/');
  await enter(page, user, password);
}

/** The same where the login screen is shown already. */
export async function enter(page: Page, user: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Usuario (correo electrónico)').fill(`${user}@cajamenor.test`);
  await page.getByRole('textbox', { name: /^Contraseña/ }).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await signedIn(page);
}

/** Opens an address of the application, as typing it does. */
export const goTo = (page: Page, path: string): Promise<unknown> => page.goto(`/#${path}`);

/** Hostile text in every text column is only text on every screen of every profile. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { demoPassword, demoToken, openBrowser, openTab, signIn, type Tab } from '../kit/browser.ts';
import { tried } from '../kit/cases.ts';
import { polyglots } from '../kit/files/hostile-files.ts';
import { hostileWords, writeHostileWords } from '../kit/hostile-words.ts';
import { firstNames } from '../kit/people.ts';
import { openDemonstration } from '../kit/product-in-browser.ts';
import type { DataFolder, Serving } from '../kit/program.ts';
import { permittedAddresses } from '../kit/tour-addresses.ts';
import { openAddress } from '../kit/tour-screen.ts';
import { WebClient } from '../kit/web-client.ts';

const everybody = Object.keys(firstNames).map(Number) as ProfileId[];

let folder: DataFolder;
let server: Serving;
let browser: Browser;
let unknownColumns: string[];
/** Name of a receipt that is a JPEG and a web page. */
let receipt: string;

const screenOf = (address: string): string => address.replace(/\d+/g, 'N');

const wordsUpTo = (length: number): string => hostileWords.slice(0, length);

/** Sends a box with hostile text through the stages by API calls. @returns the name of its receipt */
async function sendHostileBox(): Promise<string> {
  const signedIn = async (name: string) => {
    const client = new WebClient(server.url, demoToken);
    await client.signIn({ email: `${name}@cajamenor.test`, password: demoPassword });
    return client;
  };
  const [admin, store] = [await signedIn('admin'), await signedIn('tienda')];
  const [supervisor, accounting] = [await signedIn('supervisor'), await signedIn('contabilidad')];
  const people = await admin.must('/obtenerUsuarios', {});
  const idOf = (name: string) =>
    people.find(({ email }) => email === `${name}@cajamenor.test`)?.id ?? 0;
  const [opened] = await admin.must('/agregarTienda', {
    nombre: wordsUpTo(100),
    direccion: wordsUpTo(100),
    telefono: '6044441212',
    email: 'hostil@cajamenor.test',
    centro_costo: wordsUpTo(20),
    centro_beneficio: wordsUpTo(20),
    responsable: idOf('tienda'),
    responsables_adicionales: [],
    gerente: idOf('gerente'),
    supervisor: idOf('supervisor'),
    formato_tienda: 1,
    base: 5_000_000,
    ciudad: 5001,
  });
  const [company] = await admin.must('/crearEmpresa', { nombre: wordsUpTo(80), zona: 5001 });
  const id_tienda = opened?.id_tienda ?? 0;
  const [recorded] = await store.must('/enviarGasto', {
    id_tienda,
    fecha_gasto: dateInBogota(Date.now()),
    num_doc: '900373923',
    digito: '8',
    proveedor: wordsUpTo(100),
    direccion: wordsUpTo(100),
    departamento: 5,
    ciudad: 5001,
    recibo: 'HOSTIL1',
    valor: 12_500,
    concepto: wordsUpTo(180),
    encargado: wordsUpTo(80),
    categoria: [1],
    tipo_factura: 0,
  });
  const id_gasto = recorded?.id_gasto ?? 0;
  const bytes = await polyglots['a JPEG with a web page behind it']?.make();
  const uploaded = await store.upload('/cargarSoporte', { id_gasto }, bytes ?? Buffer.alloc(0));
  const { id: id_caja } = await store.must('/obtenerCajaActual', { id_tienda });
  const observacion = wordsUpTo(200);
  await store.must('/enviarCaja', { id_caja, id_tienda });
  await supervisor.must('/guardarSupervisor', {
    id_caja,
    id_gasto,
    estado: 3,
    item: 0,
    observacion,
  });
  await supervisor.must('/enviarCajaSupervisor', { id_caja });
  await accounting.must('/guardarContabilidad', {
    id_caja,
    id_gasto,
    estado: 6,
    item: 1,
    observacion,
    indicadorImpuesto: 1,
    item_texto: wordsUpTo(50),
    item_valor: [12_500],
    iva_item: [1],
    categorias: [1],
    categorias_nuevas: [],
    tipo_persona: 'PJ',
    proveedor: wordsUpTo(100),
  });
  await accounting.must('/enviarCajaContabilidadPrevia', { id_caja });
  await store.openPdf(id_caja);
  await store.must('/enviarSoporteCaja', {
    id_caja,
    id_empresa: company?.id_empresa ?? 0,
    codigo: wordsUpTo(40),
  });
  const [{ soporte = '' } = {}] = uploaded.body as { soporte?: string }[];
  return soporte;
}

beforeAll(async () => {
  folder = openDemonstration();
  server = await folder.serve('demo', { API_TOKEN: demoToken, LOG_LEVEL: 'info' });
  receipt = await sendHostileBox();
  server.child.kill('SIGTERM');
  await server.ended;
  unknownColumns = await writeHostileWords(folder.dataDir);
  server = await folder.serve('demo', { API_TOKEN: demoToken, LOG_LEVEL: 'info' });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await folder?.close();
});

/** A tab that reports dialogs, since only an injected script opens them. */
async function watchedTab(): Promise<Tab> {
  const tab = await openTab(browser, server.url);
  tab.page.on('dialog', (dialog) => {
    tab.complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return tab;
}

/** Elements and effects of this screen that come from hostile text. */
const effects = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const suspicious = [
      'script:not([src])',
      'img[src="x"]',
      '[onerror]',
      '[onload]',
      '[href^="javascript:" i]',
      '[src^="javascript:" i]',
      '[action^="javascript:" i]',
    ];
    const elements = [...document.querySelectorAll(suspicious.join(','))].map(
      ({ outerHTML }) => outerHTML,
    );
    return 'hurt' in window ? ['a script ran', ...elements] : elements;
  });

describe('hostile text', () => {
  it('is written to every text column', () => {
    expect(unknownColumns).toEqual([]);
  });

  const visited = new Set<string>();

  it.each(everybody)(
    'is only text on the screens that profile %i is the first to have',
    async (profile) => {
      const { page, complaints, close } = await watchedTab();
      await signIn(page, firstNames[profile]);
      const addresses = (await permittedAddresses(page, profiles[profile].permisos)).filter(
        (address) => !visited.has(screenOf(address)),
      );
      for (const address of addresses) visited.add(screenOf(address));
      let shown = 0;
      const found: Record<string, string[]> = {};
      // The current screen cannot be the first: it would not be opened again.
      const all = ['/cambiar-clave', '/mi-cuenta', '/ayuda', ...addresses];
      for (const address of all) {
        const opened = await openAddress(page, address).then(
          () => [],
          () => ['is not there'],
        );
        if (opened.length > 0) found[address] = opened;
        const seen = await effects(page);
        if (seen.length > 0) found[address] = seen;
        if ((await page.locator('body').innerText()).includes('<img src=x onerror=')) shown += 1;
      }
      tried(all.length);
      expect(found).toEqual({});
      expect(complaints).toEqual([]);
      // On every screen: the frame shows the name of the user.
      expect(shown).toBe(all.length);
      await close();
    },
  );
});

describe('the response headers', () => {
  it('block inline scripts, event attributes and foreign frames', async () => {
    const { page, complaints, close } = await watchedTab();
    await page.goto('/');
    const blocked = await page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'window.hurt = 1';
      document.body.append(script);
      const picture = document.createElement('div');
      picture.innerHTML = '<img src="/no-existe.png" onerror="window.hurt = 1">';
      document.body.append(picture);
      const frame = document.createElement('iframe');
      frame.src = 'https://malo.test/';
      document.body.append(frame);
      while (violations.length < 3)
        await new Promise((resolve) =>
          document.addEventListener('securitypolicyviolation', resolve, { once: true }),
        );
      return { violations, hurt: 'hurt' in window };
    });
    expect(blocked.hurt).toBe(false);
    expect(blocked.violations.toSorted()).toEqual([
      'frame-src',
      'script-src-attr',
      'script-src-elem',
    ]);
    expect(complaints.length).toBeGreaterThan(0);
    await close();
  });

  it('make a JPEG with an appended web page a picture', async () => {
    const { page, complaints, close } = await watchedTab();
    await signIn(page, 'tienda');
    const answer = await page.goto(`${documents.receipt.path}/${receipt}`);
    expect(answer?.status()).toBe(200);
    expect(await page.evaluate(() => document.contentType)).toBe('image/jpeg');
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
    expect(complaints.filter((words) => words.startsWith('dialog'))).toEqual([]);
    await close();
  });
});

it('localStorage has only the specified flags and the end of the session, and no cookie is in web storage', async () => {
  const { page, close } = await watchedTab();
  await signIn(page, 'tienda');
  const saved = await page.evaluate(() => ({ ...localStorage, session: { ...sessionStorage } }));
  const { session, ...flags } = saved;
  expect(Object.keys(flags).toSorted()).toEqual(
    [
      'cambiar_clave',
      'email',
      'id_usuario',
      'isLogin',
      'permisos',
      'tipoperfil_id',
      'inactividad',
      'ultima_respuesta',
      'vence',
    ].toSorted(),
  );
  const cookies = await page.context().cookies();
  const secrets = cookies.map(({ value }) => value);
  const text = JSON.stringify([flags, session]);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  const sid = cookies.find(({ name }) => name === 'sid');
  expect(sid).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await close();
});

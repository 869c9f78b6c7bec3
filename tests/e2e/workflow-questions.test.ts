import { documents } from '#contract/contract.ts';
import { type Kysely, sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boxStateOf, boxStates } from '#machines/domain/stages/states.ts';
import { paymentStates } from '#machines/domain/payment/payment-states.ts';
import { workingTimeInWords } from '#machines/domain/values/durations.ts';
import { percentInWords } from '#machines/domain/history/workflow-history.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { daysFrom, monthInWords, monthsFrom } from '#machines/domain/values/dates.ts';
import { stateNameOf } from '#machines/domain/history/log-words.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { calendarOf, usualHours, workingDay } from '#machines/domain/values/working-hours.ts';
import { demoTargets } from '#server/operate/demonstration/demo-data.ts';
import { openDatabaseForReading } from '#server/platform/database/dialects.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { goTo, quiet, resize, signIn } from '../kit/browser.ts';
import {
  cycleOf,
  isDirectPath,
  meanOf,
  pathOf,
  rank,
  reworkBySql,
  rowsOf,
  staysBySql,
  workedBetween,
} from '../kit/case-sql.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { openAddress } from '../kit/tour-screen.ts';
import { figuresOfLog } from '../witness/workflow-log.ts';

const product = productInBrowser();

const sizes = [
  { width: 1366, height: 768 },
  { width: 1280, height: 768 },
  { width: 390, height: 844 },
];

/** Words that are broken over two lines. */
const brokenWords = (list: Element): string[] => {
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  return broken;
};

it.each(sizes)('the progress of a box fits the first screen at $width × $height', async (size) => {
  const { page, complaints, close } = await product.openTab();
  await signIn(page, 'control');
  await resize(page, size);
  await openAddress(page, '/flujo');
  const line = page.getByRole('list', { name: 'Recorrido de una caja' });
  await line.getByRole('button', { name: /^En supervisión\. Supervisor\. \d+ caja/ }).waitFor();
  const seen = await line.boundingBox();
  expect(seen?.x).toBeGreaterThanOrEqual(0);
  expect((seen?.x ?? 0) + (seen?.width ?? 0)).toBeLessThanOrEqual(size.width);
  expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual(size.height);
  // Buttons lead to lists of boxes from each state but the last; groups are all nine states without a list.
  expect(await line.getByRole('button').count()).toBe(6);
  expect(await line.getByRole('group').count()).toBe(9);
  expect(await line.evaluate(brokenWords)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

/** Days of the page when its address has none. */
const usualDays = 90;

/** Figures of the boxes closed in the last days, computed from the tables of the demonstration. */
async function factsOf(
  db: Kysely<Database>,
  logOf: (desde: string, hasta: string) => Promise<Log>,
) {
  const today = dateInBogota(Date.now());
  const stays = grouped(
    await staysBySql({ db }),
    ({ id_caja }) => id_caja,
    (stay) => stay,
  );
  const rework = await reworkBySql({ db });
  const boxes = await db.selectFrom('cajas').select(['id', 'total']).execute();
  const all = [...stays].map(([id, own]) => ({
    id,
    stays: own,
    ciclo: cycleOf(own),
    camino: pathOf(
      own,
      rework.filter(({ id_caja }) => id_caja === id),
    ),
    cierre: dateInBogota(own.at(-1)?.salio ?? 0),
    total: (boxes.find((box) => box.id === id)?.total ?? 0) / 100,
  }));
  /** Boxes closed within `days`, up to `ago` days before today. */
  const closedIn = (days: number, ago = 0) =>
    all.filter(
      ({ cierre }) => cierre > daysFrom(today, -days - ago) && cierre <= daysFrom(today, -ago),
    );
  const cases = closedIn(usualDays);
  const people = await rowsOf<{ id_caja: number; nombre: string }>(
    { db },
    sql`select distinct evento.id_caja, usuarios.razon_social as nombre from evento
      inner join usuarios on usuarios.id = evento.id_actor where evento.evento not like 'PAYMENT.%'`,
  );
  const [waiting] = await rowsOf<{ active: number; giro: string | null }>(
    { db },
    sql`select active, giro from cajas where active not in (0, 5) or giro <> 'recibido' order by
      case when active = 5 then coalesce((select max(cambio) from giro where id_caja = cajas.id), fecha_movimiento)
        else (select max(instante) from evento where id_caja = cajas.id and id_gasto is null) end limit 1`,
  );
  const names = new Map(
    (await db.selectFrom('usuarios').select(['id', 'razon_social']).execute()).map((person) => [
      person.id,
      person.razon_social,
    ]),
  );
  const late = cases.flatMap((one) =>
    one.stays.filter(
      ({ estado, entro, salio }) =>
        workedBetween(entro, salio) > (targetDays[estado] ?? 1_000) * workingDay(calendar),
    ),
  );
  const first = monthsFrom(`${today.slice(0, 7)}-01`, -2);
  const doubted = await rowsOf<{ id_caja: number }>(
    { db },
    sql`select distinct id_caja from gastos where informe_novedad <> '' or valor >= 20000000
      or exists (select 1 from evento where evento.id_gasto = gastos.id and evento.evento = 'EXPENSE.CORRECT')`,
  );
  return {
    cases,
    closedIn,
    people,
    rework,
    late,
    names,
    waiting,
    log: await logOf(daysFrom(today, 1 - usualDays), today),
    /** The last two whole months. */
    months: [first, monthsFrom(first, 1)] as const,
    ofMonths: await logOf(first, daysFrom(monthsFrom(first, 2), -1)),
    doubted: new Set(doubted.map(({ id_caja }) => id_caja)),
  };
}

type Log = ReturnType<typeof figuresOfLog>;

type Facts = Awaited<ReturnType<typeof factsOf>>;

const calendar = calendarOf(usualHours);

const targetDays: Record<string, number> = {
  supervision: demoTargets.dias_supervision,
  maintenance: demoTargets.dias_mantenimiento,
  preliminary: demoTargets.dias_previa,
  readyToShip: demoTargets.dias_envio,
  finalAccounting: demoTargets.dias_final,
};

const targetsByName = Object.fromEntries(
  Object.entries(targetDays).map(([estado, days]) => [stateNameOf('box', estado), days]),
);

const inWords = (time: number): string => workingTimeInWords(time, calendar);

/** `2 (22 %)`. */
const withShare = (part: number, whole: number): string =>
  `${part} (${percentInWords(part / whole)})`;

type Press = (page: Page) => Promise<unknown>;

const within =
  (navigation: string) =>
  (name: string): Press =>
  (page) =>
    page.getByRole('navigation', { name: navigation }).getByText(name).click();
const place = within('Lugares del flujo de trabajo');
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;
/** On a phone the views are a choice. */
const view =
  (name: string): Press =>
  (page) =>
    isPhone(page)
      ? page.getByLabel('Vista', { exact: true }).selectOption({ label: name })
      : within('Vistas')(name)(page);
const choose =
  (label: string, option: string): Press =>
  (page) =>
    page.getByLabel(label, { exact: true }).selectOption({ label: option });
const search =
  (table: string, text: string): Press =>
  async (page) => {
    await page.getByLabel(`Buscar en ${table}`).fill(text);
    await page.keyboard.press('Enter');
  };
const link =
  (name: string): Press =>
  (page) =>
    page.getByRole('link', { name, exact: true }).click();
const cycle = [place('Cajas')];
const variants = [...cycle, view('Variantes')];
const byValue: Press = (page) =>
  isPhone(page)
    ? choose('Ordenar por', 'Valor, descendente')(page)
    : page
        .getByRole('table', { name: 'Cajas', exact: true })
        .getByRole('button', { name: 'Valor' })
        .click();

/** A figure below its name. */
const tile =
  (name: string, value: string) =>
  (page: Page): Locator =>
    page
      .getByText(name, { exact: true })
      .locator('xpath=../following-sibling::*[1]')
      .filter({ hasText: new RegExp(`^${value.replace(/[.()]/g, '\\$&')}$`), visible: true })
      .first();
const text =
  (words: string | RegExp) =>
  (page: Page): Locator =>
    page.getByText(words).first();
/** The first row of a table that contains all words. */
const row =
  (name: string, ...words: readonly (string | number)[]) =>
  (page: Page): Locator =>
    words
      .reduce<Locator>(
        (rows, word) => rows.filter({ hasText: String(word) }),
        page.getByRole('table', { name, exact: true }).getByRole('row'),
      )
      .first();

/** Number of paths, cases of the most common one, and mean time of the slowest one. */
function variantsOf({ cases }: Facts) {
  const paths = [
    ...grouped(
      cases,
      ({ camino }) => camino,
      ({ ciclo }) => ciclo,
    ).values(),
  ];
  const most = Math.max(...paths.map(({ length }) => length));
  return { count: paths.length, most, slowest: Math.max(...paths.map(meanOf)) };
}

/** Text of the stage that took the most time after the sending. */
function bottleneckOf({ cases }: Facts): RegExp {
  const stays = cases.flatMap((one) => one.stays.filter(({ estado }) => estado !== 'open'));
  const times = [
    ...grouped(
      stays,
      ({ estado }) => estado,
      ({ entro, salio }) => workedBetween(entro, salio),
    ).values(),
  ].map((own) => own.reduce((all, one) => all + one, 0));
  const share = Math.max(...times) / times.reduce((all, one) => all + one, 0);
  return new RegExp(`^El cuello de botella es «.+»: allí se va el ${percentInWords(share)} `);
}

const cycles = ({ cases }: Facts): number[] => cases.map(({ ciclo }) => ciclo);

const longest = ({ cases }: Facts) =>
  cases.reduce((most, one) => (one.ciclo > most.ciclo ? one : most));

type LoggedCase = Log['cajas'] extends Map<number, infer One> ? One : never;

const casesOf = ({ cajas }: Log): LoggedCase[] => [...cajas.values()];
const stayIn = ({ stays }: LoggedCase, estado: string) =>
  stays.filter((stay) => stay.estado === estado).map(({ tiempo }) => tiempo);
const maintained = (one: LoggedCase): boolean => stayIn(one, 'En mantenimiento').length > 0;
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const byTime = (one: LoggedCase, other: LoggedCase) => other.duracion - one.duracion;

/** The store with the most rejections in the last two months. */
const storeOf = ({ ofMonths }: Facts): string =>
  casesOf(ofMonths).toSorted((one, other) => other.rechazados - one.rechazados)[0]?.tienda ?? '';

/** A late box that is not the worst. */
const aLateBox = ({ log }: Facts): LoggedCase | undefined =>
  casesOf(log)
    .filter(({ tarde }) => tarde)
    .toSorted(byTime)
    .at(-1);

/** Usual questions of process analysts, the presses from `flujo`, and the expected answers. */
const questions: readonly [
  question: string,
  presses: readonly Press[] | ((facts: Facts) => readonly Press[]),
  answers: (facts: Facts) => readonly ((page: Page) => Locator)[],
][] = [
  [
    'the share of the happy path',
    variants,
    ({ cases }) => [
      tile(
        'Camino directo',
        withShare(cases.filter(({ camino }) => isDirectPath(camino)).length, cases.length),
      ),
    ],
  ],
  [
    'how many variants there are',
    variants,
    (facts) => [tile('Variantes', String(variantsOf(facts).count))],
  ],
  [
    'the most common and the slowest variant',
    variants,
    (facts) => {
      const { most, slowest } = variantsOf(facts);
      const common = withShare(most, facts.cases.length).replace(/[()]/g, '\\$&');
      return [
        text(new RegExp(`^La variante más común: .+: ${common}\\.$`)),
        text(new RegExp(`^La más lenta: .+, ${inWords(slowest)} en promedio\\.$`)),
      ];
    },
  ],
  [
    'the cases with loops',
    variants,
    ({ cases, rework }) => {
      const loops = rework.filter(
        ({ evento, id_caja }) =>
          evento === 'EXPENSE.CORRECT' && cases.some(({ id }) => id === id_caja),
      );
      expect(loops.length).toBeGreaterThan(2);
      const looped = new Set(loops.map(({ id_caja }) => id_caja)).size;
      return [row('Cajas con devoluciones', 'En supervisión', looped, loops.length)];
    },
  ],
  [
    'the mean, the least and the most time',
    cycle,
    (facts) => [
      tile('Media', inWords(meanOf(cycles(facts)))),
      tile('Mínimo', inWords(Math.min(...cycles(facts)))),
      tile('Máximo', inWords(Math.max(...cycles(facts)))),
    ],
  ],
  ['what takes longest', cycle, (facts) => [text(bottleneckOf(facts))]],
  [
    'what comes before and after a state',
    [view('Cuántas')],
    ({ cases }) => [row('Transiciones', 'Envío de la tienda', 'En supervisión', cases.length)],
  ],
  [
    'the people of a case',
    cycle,
    (facts) => [
      row(
        'Cajas',
        ...facts.people
          .filter(({ id_caja }) => id_caja === longest(facts).id)
          .map(({ nombre }) => nombre),
        inWords(longest(facts).ciclo),
      ),
    ],
  ],
  [
    'the people who miss a target',
    [place('Causas'), view('Etapas'), link('Por persona')],
    ({ late, names }) =>
      [
        ...grouped(
          late,
          ({ quien }) => quien,
          () => 1,
        ),
      ].map(([quien, times]) => row('Tiempo por etapa', names.get(quien) ?? '', times.length)),
  ],
  [
    'why the box that is furthest beyond a target is late',
    [...cycle, view('Tardías')],
    ({ late }) => {
      const beyond = ({ estado, entro, salio }: Facts['late'][number]) =>
        workedBetween(entro, salio) - (targetDays[estado] ?? 0) * workingDay(calendar);
      const worst = late.reduce((most, one) => (beyond(one) > beyond(most) ? one : most));
      const { etapa = '' } =
        Object.values(boxStates).find(({ codigo }) => boxStateOf(codigo) === worst.estado) ?? {};
      return [
        row(
          'Cajas fuera de meta',
          `Fuera de meta por ${inWords(beyond(worst))} en «${etapa}» (meta ${targetDays[worst.estado]}): `,
        ),
      ];
    },
  ],
  [
    'the deviations, and by whom',
    [place('Control')],
    ({ late, names }) => [
      row('Desviaciones', 'Meta superada', late.length),
      ...late.map(({ quien }) =>
        row('Cajas con desviaciones', 'Meta superada', names.get(quien) ?? ''),
      ),
    ],
  ],
  [
    'the case that costs most',
    [...cycle, byValue, byValue],
    ({ cases }) => [
      (page) =>
        page
          .getByRole('table', { name: 'Cajas', exact: true })
          .getByRole('row')
          .nth(1)
          .filter({ hasText: formatPesos(Math.max(...cases.map(({ total }) => total))) }),
    ],
  ],
  [
    'this week against the last one',
    [place('Comparar'), (page) => page.getByLabel('Periodo').selectOption({ label: '7 días' })],
    ({ closedIn }) => {
      const [now, before] = [closedIn(7), closedIn(7, 7)].map((cases) =>
        cases.map(({ ciclo }) => ciclo),
      );
      expect(Math.min(now?.length ?? 0, before?.length ?? 0)).toBeGreaterThan(0);
      const median = (cycles: readonly number[] = []) => inWords(rank(cycles, 50));
      return [
        row('Comparación', 'Cajas', now?.length ?? 0, before?.length ?? 0),
        row('Comparación', 'Tiempo de ciclo', median(now), median(before)),
      ];
    },
  ],
  [
    'which stores go through maintenance, and how long it takes there',
    [place('Causas'), view('Etapas'), search('Tiempo por etapa', 'mantenimiento')],
    ({ log }) => {
      const cases = casesOf(log).filter(maintained);
      expect(cases.length).toBeGreaterThan(0);
      const stores = grouped(
        cases,
        ({ tienda }) => tienda,
        (one) => stayIn(one, 'En mantenimiento'),
      );
      return [...stores].map(([tienda, times]) =>
        row(
          'Tiempo por etapa',
          tienda,
          'En mantenimiento',
          times.flat().length,
          inWords(rank(times.flat(), 50)),
        ),
      );
    },
  ],
  [
    'how much longer the boxes take that go through maintenance',
    [
      view('Cuántas'),
      (page) =>
        page
          .getByRole('list', { name: 'Recorrido de una caja' })
          .getByRole('link', { name: /^En mantenimiento/ })
          .click(),
      place('Comparar'),
    ],
    ({ log }) => {
      const [with_, without] = [true, false].map((is) =>
        casesOf(log)
          .filter((one) => maintained(one) === is)
          .map(({ duracion }) => duracion),
      );
      const [one, other] = [rank(with_ ?? [], 50), rank(without ?? [], 50)];
      expect(one).toBeGreaterThan(other);
      return [
        row('Comparación', 'Cajas', with_?.length ?? 0, without?.length ?? 0),
        text(
          new RegExp(`tardan ${inWords(one)} y .+ ${inWords(other)}: ${inWords(one - other)} más`),
        ),
      ];
    },
  ],
  [
    'the rejected part of the expenses of a store in two months',
    (facts) => [
      choose('Tienda', storeOf(facts)),
      choose(
        'Periodo',
        facts.months
          .map(monthInWords)
          .map((name, at) =>
            at === 0 ? name.split(' ')[0]?.replace(/^./, (letter) => letter.toUpperCase()) : name,
          )
          .join(' y '),
      ),
      place('Cajas'),
    ],
    (facts) => {
      const own = casesOf(facts.ofMonths).filter(({ tienda }) => tienda === storeOf(facts));
      return [
        tile('Cajas', String(own.length)),
        tile(
          'Gastos rechazados',
          withShare(
            sumOf(own.map(({ rechazados }) => rechazados)),
            sumOf(own.map(({ gastos }) => gastos)),
          ),
        ),
      ];
    },
  ],
  [
    'the category that is rejected most, and why',
    [place('Causas'), view('Rechazos y reprocesos'), link('Por categoría')],
    ({ log }) => {
      const totals = [...log.motivosDe.categoria].map(([name, reasons]) => ({
        name,
        reasons,
        total: sumOf(reasons.map(([, times]) => times)),
      }));
      const most = totals.toSorted((one, other) => other.total - one.total)[0];
      expect(most?.total).toBeGreaterThan(1);
      return [
        row('Reprocesos', most?.name ?? '', most?.total ?? 0, `${most?.reasons[0]?.join(' (')})`),
      ];
    },
  ],
  [
    'a box on the slowest path',
    [...variants, link('Ver una caja de la más lenta')],
    ({ log }) => {
      const paths = grouped(
        casesOf(log),
        ({ camino }) => camino,
        (one) => one,
      );
      const mean = (own: readonly LoggedCase[]) => meanOf(own.map(({ duracion }) => duracion));
      const slowest = [...paths.values()].toSorted((one, other) => mean(other) - mean(one))[0];
      const newest = slowest?.toSorted((one, other) => other.cierre - one.cierre)[0];
      return [
        (page) =>
          page.getByRole('heading', { name: `Recorrido de la caja n.º ${newest?.consecutivo}` }),
        text(newest?.tienda ?? ''),
      ];
    },
  ],
  [
    'the time without a first pass for clean expenses',
    [
      place('Comparar'),
      view('¿Y si…?'),
      link(`Sin primera revisión hasta ${formatPesos(200_000)}`),
    ],
    ({ log, doubted }) => {
      const saved = [...log.cajas]
        .filter(([id]) => !doubted.has(id))
        .flatMap(([, one]) => stayIn(one, 'En contabilidad (primera)'));
      expect(sumOf(saved)).toBeGreaterThan(0);
      return [text(`${inWords(sumOf(saved))} de espera menos`)];
    },
  ],
  [
    'why one box is late',
    (facts) => [
      place('Cajas'),
      view('Tardías'),
      search('Cajas fuera de meta', aLateBox(facts)?.consecutivo ?? ''),
    ],
    (facts) => {
      const box = aLateBox(facts);
      const late = box?.stays.filter(({ tarde }) => tarde) ?? [];
      const over = ({ estado, tiempo }: (typeof late)[number]) =>
        tiempo - (targetsByName[estado] ?? 0) * workingDay(calendar);
      const worst = late.toSorted((one, other) => over(other) - over(one))[0];
      return [
        row(
          'Cajas fuera de meta',
          box?.tienda ?? '',
          `Fuera de meta por ${worst && inWords(over(worst))} en «`,
          `(meta ${targetsByName[worst?.estado ?? '']}): `,
        ),
      ];
    },
  ],
  [
    'what waits longest now',
    [],
    ({ waiting }) => {
      const payment = Object.values(paymentStates).find(({ codigo }) => codigo === waiting?.giro);
      const { nombre } = payment ?? boxStates[boxStateOf(waiting?.active ?? 0)];
      return [text(`la que más espera está en «${nombre}»`)];
    },
  ],
];

describe('a question of an analyst', () => {
  it.each([sizes[0], sizes[2]])(
    'is answered in at most three presses at $width × $height, with the figures of the tables and of the exported log',
    async (size = { width: 0, height: 0 }) => {
      const { page, complaints, close } = await product.openTab();
      await signIn(page, 'control');
      await resize(page, size);
      const logOf = async (desde: string, hasta: string) => {
        const { path } = documents.workflowCsv;
        const file = await page.context().request.get(`${path}?desde=${desde}&hasta=${hasta}`);
        return figuresOfLog(await file.text(), targetsByName);
      };
      const { db, close: closeDatabase } = openDatabaseForReading({ dataDir: product.dataDir });
      const facts = await factsOf(db, logOf);
      await closeDatabase();
      expect(facts.cases.length).toBeGreaterThan(5);
      expect(facts.late.length).toBeGreaterThan(1);
      let shown: unknown;
      for (const [question, pressed, answers] of questions) {
        const presses = typeof pressed === 'function' ? pressed(facts) : pressed;
        expect(presses.length, question).toBeLessThanOrEqual(3);
        // An open view also answers the next question.
        if (pressed !== shown) {
          await goTo(page, '/flujo');
          await quiet(page);
          for (const press of presses) {
            await press(page);
            await quiet(page);
          }
        }
        shown = pressed;
        for (const answer of answers(facts)) await answer(page).waitFor();
      }
      expect(questions).toHaveLength(21);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

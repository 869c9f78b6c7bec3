/** Calls of the workflow page, at its start and later, for the bench and its short run. */
import { expect } from 'vitest';
import { type CallPath, documents, type RequestOf } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { TestClient } from './client.ts';
import { addManyBoxes, type ManyBoxesMade } from './many-boxes.ts';
import type { TestServer } from './server.ts';

const DAY = 86_400_000;

interface Question {
  name: string;
  /** The page shows nothing before this answer. */
  first: boolean;
  /** It is a figure of cases. */
  ofCases: boolean;
  /** Body of the answer as text. */
  ask: () => Promise<string>;
}

/** Two years of boxes, a hundred per store. */
export const addYearsOfBoxes = (server: TestServer, boxes: number): Promise<ManyBoxesMade> =>
  addManyBoxes(server, { boxes, stores: Math.max(3, Math.round(boxes / 100)), days: 730 });

/** @param browser of a user who sees every store */
export async function workflowQuestions(
  server: TestServer,
  browser: TestClient,
  { stores, supervisors }: ManyBoxesMade,
): Promise<Question[]> {
  const call = <Path extends CallPath>(
    path: Path,
    body: RequestOf<Path>,
    what = '',
    first = false,
  ): Question => ({
    name: `${path}${what}`,
    first,
    ofCases: false,
    ask: async () => {
      const { status, body: answer } = await browser.call(path, body as object);
      expect(status).toBe(200);
      return JSON.stringify(answer);
    },
  });
  const file = (
    name: 'workflowXes' | 'workflowOcel' | 'workflowCsv',
    days: Record<string, string>,
  ): Question => ({
    name: `${documents[name].path} of a month`,
    first: false,
    ofCases: false,
    ask: async () => {
      server.clock.advance(3_000);
      const { statusCode, body } = await browser.get(
        `${documents[name].path}?${new URLSearchParams(days)}`,
      );
      expect(statusCode).toBe(200);
      return body;
    },
  });
  const day = (ago: number): string => dateInBogota(server.clock.now() - ago * DAY);
  const month = { desde: day(29), hasta: day(0) };
  // Nearly the longest accepted period.
  const everything = { desde: day(3_650), hasta: day(0) };
  const store = { id_tienda: stores[0] ?? 0 };
  const supervisor = { id_supervisor: supervisors[0] ?? 0 };
  const boxes = await server.db.selectFrom('cajas').select('id').orderBy('id').execute();
  const id_caja = boxes[Math.floor(boxes.length / 2)]?.id ?? 0;
  const inState = (maquina: 'box' | 'expense', estado: string) =>
    call('/flujoCajas', { maquina, estado, limite: 20 }, ` ${maquina} ${estado}`);
  const ofCases = Object.entries({ everything, 'a month': month }).flatMap(([words, period]) => {
    const what = ` of ${words}`;
    return [
      call('/flujoCiclo', period, what, true),
      call('/flujoVariantes', period, what),
      call('/flujoRetrabajo', period, what),
      call('/flujoEtapas', { ...period, por: 'tienda' }, what),
      call('/flujoCasos', { ...period, limite: 20 }, what),
      call('/flujoComparar', { ...period, ...store, contra: 'resto' }, what),
      call('/flujoDesviaciones', period, what),
      call('/flujoSimular', { ...period, politica: 'meta', estado: 'supervision', dias: 2 }, what),
    ].map((question) => ({ ...question, ofCases: true }));
  });
  return [
    call('/flujoFiltros', {}, '', true),
    call('/flujoActual', {}, '', true),
    call('/flujoHistoria', month, ' of a month', true),
    call('/flujoActual', store, ' of a store'),
    call('/flujoActual', supervisor, ' of a supervisor'),
    inState('box', 'supervision'),
    inState('box', 'closed'),
    inState('expense', 'supervision.unreviewed'),
    inState('expense', 'closed.finalApproved'),
    call('/flujoHistoria', { ...month, ...store }, ' of a month and a store'),
    call('/flujoHistoria', { ...month, ...supervisor }, ' of a month and a supervisor'),
    call('/flujoHistoria', everything, ' of everything'),
    call('/flujoHistoria', { ...everything, ...store }, ' of everything of a store'),
    call('/flujoHistoria', { ...everything, ...supervisor }, ' of everything of a supervisor'),
    call('/flujoCaja', { id_caja }),
    ...ofCases,
    call('/flujoComparar', { ...month, contra: 'anterior' }, ' of a month and the one before'),
    call(
      '/flujoComparar',
      { ...everything, ...store, contra: 'otro', otro: { ...everything, ...supervisor } },
      ' of a store and a supervisor',
    ),
    call(
      '/flujoCiclo',
      { ...everything, ...supervisor, id_categoria: 5, valor_min: 100_000, resultado: 'parcial' },
      ' of a selection',
    ),
    call('/flujoDemoras', { por: 'tienda' }, ' by store'),
    call('/flujoDemoras', { por: 'persona', ...supervisor }, ' by person'),
    call(
      '/flujoSimular',
      { ...month, politica: 'mantenimiento_desde', limite: 300_000 },
      ' of a month, walked',
    ),
    file('workflowXes', month),
    file('workflowOcel', month),
    file('workflowCsv', month),
  ];
}

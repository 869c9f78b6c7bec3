/** What the page of the workflow asks of the server, and what people may then ask: for the bench and its short run. */
import { expect } from 'vitest';
import { type CallPath, documents, type RequestOf } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { TestClient } from './client.ts';
import { addManyBoxes, type ManyBoxesMade } from './many-boxes.ts';
import type { TestServer } from './server.ts';

const DAY = 86_400_000;

interface Question {
  name: string;
  /** The page shows nothing before it is answered. */
  first: boolean;
  /** The answer as it came. */
  ask: () => Promise<string>;
}

/** Two years of boxes, a hundred for each store. */
export const addYearsOfBoxes = (server: TestServer, boxes: number): Promise<ManyBoxesMade> =>
  addManyBoxes(server, { boxes, stores: Math.max(3, Math.round(boxes / 100)), days: 730 });

/** @param browser of somebody who sees every store */
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
  // Nearly the longest span that anybody may ask for.
  const everything = { desde: day(3_650), hasta: day(0) };
  const store = { id_tienda: stores[0] ?? 0 };
  const supervisor = { id_supervisor: supervisors[0] ?? 0 };
  const boxes = await server.db.selectFrom('cajas').select('id').orderBy('id').execute();
  const id_caja = boxes[Math.floor(boxes.length / 2)]?.id ?? 0;
  const inState = (maquina: 'box' | 'expense', estado: string) =>
    call('/flujoCajas', { maquina, estado, limite: 20 }, ` ${maquina} ${estado}`);
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
    call('/flujoCiclo', everything, ' of everything', true),
    call('/flujoCiclo', month, ' of a month', true),
    call('/flujoVariantes', everything, ' of everything'),
    call('/flujoRetrabajo', everything, ' of everything'),
    call('/flujoEtapas', { ...everything, por: 'tienda' }, ' of everything by store'),
    call('/flujoCasos', { ...everything, limite: 20 }, ' of everything'),
    call('/flujoComparar', { ...month, contra: 'anterior' }, ' of a month'),
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
    call('/flujoDesviaciones', everything, ' of everything'),
    call('/flujoDesviaciones', month, ' of a month'),
    call(
      '/flujoSimular',
      { ...everything, politica: 'meta', estado: 'supervision', dias: 2 },
      ' of everything',
    ),
    call(
      '/flujoSimular',
      { ...month, politica: 'mantenimiento_desde', limite: 300_000 },
      ' of a month',
    ),
    file('workflowXes', month),
    file('workflowOcel', month),
    file('workflowCsv', month),
  ];
}

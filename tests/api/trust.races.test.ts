/** Fifty simultaneous copies of one request: one takes effect and is logged once. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { CallPath } from '#contract/contract.ts';
import { changedMessage } from '#contract/errors.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import { boxRow, eventsOf, expenseRow } from '#tests/kit/box-rows.ts';
import {
  categories,
  type ExpenseForm,
  must,
  record,
  startScene,
  today,
  unlike,
} from '#tests/kit/box-scene.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { approval, boxIn, moveTo, newStore, split, type StagedBox } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import {
  bodiesOf,
  CROWD,
  crowd,
  disorderOf,
  onlyOne,
  tally,
  timesLogged,
} from '#tests/kit/trust-crowd.ts';

const scene = perFile(startScene);

const maintenance: ExpenseForm = { categoria: [categories.maintenance] };
const first = ({ expenses }: StagedBox): number => expenses[0] ?? 0;

/** Decides the expense of a box at a stage, so that the box can be sent. */
const marked: Partial<Record<BoxStateName, (box: StagedBox) => Promise<unknown>>> = {
  supervision: (box) =>
    scene.browsers[3].call('/guardarSupervisor', { ...decisionOf(box), estado: 3 }),
  maintenance: (box) =>
    scene.browsers[5].call('/guardarMantenimiento', { ...decisionOf(box), estado: 9 }),
  preliminary: (box) =>
    scene.browsers[6].call('/guardarContabilidad', {
      ...decisionOf(box),
      ...split(12_500, categories.maintenance),
      estado: 6,
    }),
  finalAccounting: (box) =>
    scene.browsers[6].call('/guardarContabilidadFinal', {
      id_gasto: first(box),
      observacion: approval.observacion,
      estado: 15,
    }),
};

const decisionOf = (box: StagedBox) => ({ id_caja: box.id, id_gasto: first(box), ...approval });

describe('sending a box', () => {
  const sends: [CallPath, ProfileId, BoxStateName, string][] = [
    ['/enviarCaja', 2, 'open', 'BOX.SEND'],
    ['/enviarCajaSupervisor', 3, 'supervision', 'BOX.SEND_SUPERVISOR'],
    ['/enviarCajaMantenimiento', 5, 'maintenance', 'BOX.SEND_MAINTENANCE'],
    ['/enviarCajaContabilidadPrevia', 6, 'preliminary', 'BOX.SEND_PRELIMINARY'],
    ['/enviarSoporteCaja', 2, 'readyToShip', 'BOX.SHIP'],
    ['/enviarCajaContabilidad', 6, 'finalAccounting', 'BOX.SEND_FINAL'],
  ];

  const bodyOf = (path: CallPath, { id, id_tienda }: StagedBox) => ({
    id_caja: id,
    ...(path === '/enviarCaja' && { id_tienda }),
    ...(path === '/enviarSoporteCaja' && { id_empresa: scene.companies.national, codigo: 'G1' }),
  });

  test.each(sends)(
    '%s with the current version takes effect once',
    async (path, profile, stage) => {
      const box = await boxIn(scene, stage, [maintenance]);
      await marked[stage]?.(box);
      const { version } = await boxRow(scene, box.id);
      const answers = await crowd(() =>
        scene.browsers[profile].call(path, { ...bodyOf(path, box), version }),
      );
      expect(tally(answers)).toEqual(onlyOne);
      expect(bodiesOf(answers, 409)).toHaveLength(1);
      expect(bodiesOf(answers, 409)[0]).toContain(changedMessage);
      expect(await disorderOf(scene, box.id_tienda)).toEqual([]);
    },
  );

  test('gives the boxes of one store numbers without a gap', async () => {
    const { id: id_tienda } = await newStore(scene);
    for (let consecutivo = 1; consecutivo <= 3; consecutivo += 1) {
      const box = await openBoxWithExpense(id_tienda);
      const answers = await crowd(() =>
        scene.browsers[2].call('/enviarCaja', { id_caja: box.id, id_tienda }),
      );
      expect(bodiesOf(answers, 200)).toEqual([
        JSON.stringify([{ status: '200', msg: 'Caja enviada', consecutivo }]),
      ]);
    }
    expect(await disorderOf(scene, id_tienda)).toEqual([]);
  });
});

async function openBoxWithExpense(id_tienda: number): Promise<StagedBox> {
  const { answer } = await scene.browsers[2].call('/obtenerCajaActual', { id_tienda });
  return { id: answer.id, id_tienda, expenses: [await record(scene, { id_tienda })] };
}

interface Save {
  path: CallPath;
  profile: ProfileId;
  stage: BoxStateName;
  event: string;
  /** Form of the expense; a maintenance expense by default. */
  form?: ExpenseForm;
  body: object;
}

const saves: Save[] = [
  {
    path: '/guardarSupervisor',
    profile: 3,
    stage: 'supervision',
    event: 'SUPERVISOR.APPROVE',
    body: { ...approval, estado: 3 },
  },
  {
    path: '/guardarMantenimiento',
    profile: 5,
    stage: 'maintenance',
    event: 'MAINTENANCE.APPROVE',
    body: { ...approval, estado: 9 },
  },
  {
    path: '/guardarContabilidad',
    profile: 6,
    stage: 'preliminary',
    event: 'ACCOUNTING.APPROVE',
    body: { ...approval, ...split(12_500, categories.maintenance), estado: 6 },
  },
  {
    path: '/guardarContabilidad',
    profile: 6,
    stage: 'preliminary',
    event: 'EXPENSE.ITEMISE',
    form: {},
    body: { ...approval, ...split(12_500), estado: 3 },
  },
  {
    path: '/guardarContabilidad',
    profile: 6,
    stage: 'finalAccounting',
    event: 'FINAL.APPROVE',
    body: { ...approval, estado: 15 },
  },
  {
    path: '/guardarContabilidadFinal',
    profile: 6,
    stage: 'finalAccounting',
    event: 'FINAL.APPROVE',
    body: { observacion: approval.observacion, estado: 15 },
  },
];

/** Decisions that the state machine accepts only once, with any version. */
const final = saves.filter(({ event }) =>
  ['MAINTENANCE.APPROVE', 'ACCOUNTING.APPROVE'].includes(event),
);

describe('saving a decision', () => {
  const named = (list: readonly Save[]) =>
    list.map((save) => [`${save.path} ${save.event}`, save] as const);

  const boxFor = ({ stage, form = maintenance }: Save) => boxIn(scene, stage, [form]);

  const saveAs = (browser: TestClient, { path, body }: Save, box: StagedBox, version?: number) =>
    browser.call(path, {
      id_caja: box.id,
      id_gasto: first(box),
      ...body,
      ...(version !== undefined && { version }),
    });

  test.each(named(saves))('%s with the current version takes effect once', async (_, save) => {
    const box = await boxFor(save);
    const { version } = await expenseRow(scene, first(box));
    const answers = await crowd(() => saveAs(scene.browsers[save.profile], save, box, version));
    expect(tally(answers)).toEqual(onlyOne);
    expect(bodiesOf(answers, 409)).toHaveLength(1);
    expect(bodiesOf(answers, 409)[0]).toContain(changedMessage);
    expect(await timesLogged(scene, box.id, save.event)).toBe(1);
    expect((await expenseRow(scene, first(box))).version).toBe(version + 1);
    expect(await disorderOf(scene, box.id_tienda)).toEqual([]);
  });

  test.each(named(final))('%s takes effect once without a version', async (_, save) => {
    const box = await boxFor(save);
    const answers = await crowd(() => saveAs(scene.browsers[save.profile], save, box));
    expect(tally(answers)).toEqual(onlyOne);
    expect(await timesLogged(scene, box.id, save.event)).toBe(1);
    expect(await disorderOf(scene, box.id_tienda)).toEqual([]);
  });

  test('logs each repeated decision of a supervisor, and the totals stay consistent', async () => {
    const box = await boxIn(scene, 'supervision');
    const answers = await crowd((index) =>
      scene.browsers[3].call('/guardarSupervisor', {
        ...decisionOf(box),
        estado: index % 2 === 0 ? 3 : 4,
        id_rechazo: 1,
      }),
    );
    expect(tally(answers)).toEqual({ 200: CROWD });
    const [approved, rejected] = await Promise.all(
      ['SUPERVISOR.APPROVE', 'SUPERVISOR.REJECT'].map((event) => timesLogged(scene, box.id, event)),
    );
    expect([approved, rejected]).toEqual([CROWD / 2, CROWD / 2]);
    expect(await disorderOf(scene, box.id_tienda)).toEqual([]);
  });

  test.each(named(saves))(
    '%s: of two simultaneous reviewers, one is refused as outdated',
    async (_, save) => {
      const box = await boxFor(save);
      const { version } = await expenseRow(scene, first(box));
      const browsers = [scene.browsers[save.profile], await colleagueOf(save.profile)];
      const answers = await Promise.all(
        browsers.map((browser) => saveAs(browser, save, box, version)),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
      expect(answers.find(({ status }) => status === 409)?.refusal).toEqual({
        status: '409',
        msg: 'La información cambió mientras la revisaba. Actualice la página.',
        motivos: [
          {
            guardia: 'versionIsCurrent',
            mensaje: 'La información cambió mientras la revisaba. Actualice la página.',
          },
        ],
      });
      expect(await disorderOf(scene, box.id_tienda)).toEqual([]);
    },
  );

  test('while the box is sent: each decision is either logged or refused', async () => {
    const box = await boxIn(scene, 'supervision');
    await marked.supervision?.(box);
    const [sent, ...rejections] = await Promise.all([
      scene.browsers[3].call('/enviarCajaSupervisor', { id_caja: box.id }),
      ...Array.from({ length: 9 }, () =>
        scene.browsers[3].call('/guardarSupervisor', {
          ...decisionOf(box),
          estado: 4,
          id_rechazo: 1,
        }),
      ),
    ]);
    expect(sent.status).toBe(200);
    const accepted = rejections.filter(({ status }) => status === 200).length;
    expect(await timesLogged(scene, box.id, 'SUPERVISOR.REJECT')).toBe(accepted);
    expect((await expenseRow(scene, first(box))).estado).toBe(accepted > 0 ? 4 : 3);
    expect(await disorderOf(scene, box.id_tienda)).toEqual([]);
  });

  test('logs each choice between two invoices that changes the expense', async () => {
    const box = await boxIn(scene, 'supervision', [{ tipo_factura: 1, numero_factura: 'FE2' }]);
    const urls = ['https://facturas.test/b', 'https://facturas.test/c'];
    const answers = await crowd((index) =>
      scene.browsers[3].call('/elegirFacturaElectronica', {
        id_gasto: first(box),
        recibo: 'FE2',
        url: urls[index % 2],
      }),
    );
    expect(tally(answers)).toEqual({ 200: CROWD });
    const logged = (await eventsOf(scene, box.id))
      .filter(({ evento }) => evento === 'EXPENSE.CHOOSE_INVOICE')
      .map(({ payload }) => JSON.parse(payload).url);
    expect(logged.every((url, index) => url !== logged[index - 1])).toBe(true);
    expect(new Set(logged)).toEqual(new Set(urls));
    expect((await expenseRow(scene, first(box))).enlace_factura).toBe(logged.at(-1));
    expect(await disorderOf(scene, box.id_tienda)).toEqual([]);
  });
});

const colleagues = new Map<ProfileId, TestClient>();

/** Another user of the profile who sees the same boxes; for the only supervisor of a store, a second session. */
async function colleagueOf(profile: ProfileId): Promise<TestClient> {
  if (profile === 3) return scene.signIn(3);
  const known = colleagues.get(profile);
  if (known) return known;
  const { email } = await addPerson(scene.db, {
    profile,
    email: `colega.${profile}@cajamenor.test`,
  });
  const browser = await scene.signIn(email);
  colleagues.set(profile, browser);
  return browser;
}

test('boxes of several stores move at the same time without interference', async () => {
  const boxes = await Promise.all(Array.from({ length: 5 }, () => boxIn(scene, 'open')));
  await Promise.all(boxes.map((box) => moveTo(scene, box, 'closed')));
  const wrong = await Promise.all(boxes.map(({ id_tienda }) => disorderOf(scene, id_tienda)));
  expect(wrong.flat()).toEqual([]);
});

const onPostgres = [testEngine()].filter((engine) => engine === 'postgres');
test.each(onPostgres)(
  'a vale counts for an expense that waits for it, in a fund that forbids an excess on %s',
  async () => {
    const { id, idCaja } = await newStore(scene);
    const set = (exceso_fondo: 'avisar' | 'impedir') =>
      must(scene.browsers[1], '/configGeneral', { monto_maximo: 500_000, exceso_fondo });
    const waiting = sql<{ cuantos: number }>`select count(*) as cuantos from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await set('impedir');
    try {
      const recording = await scene.db.transaction().execute(async (trx) => {
        await sql`select id from cajas where id = ${idCaja} for update`.execute(trx);
        const recorded = record(scene, unlike({ id_tienda: id, valor: 20_000 })).then(
          () => 'recorded',
          () => 'refused',
        );
        await expect
          .poll(async () => (await waiting.execute(scene.db)).rows)
          .toEqual([{ cuantos: 1 }]);
        await sql`insert into vale (id_tienda, valor, persona, motivo, dia, estado, creado, id_usuario)
          values (${id}, 99000000, 'Ana Ruiz', 'Taxi', ${today}, 'fuera', 1, ${scene.people[2].id})`.execute(
          trx,
        );
        return { recorded };
      });
      expect(await recording.recorded).toBe('refused');
    } finally {
      await set('avisar');
    }
  },
);

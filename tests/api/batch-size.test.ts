/** A batch of 400 boxes: each of its calls sends a bounded number of statements, and writes every row and log. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import { auditStore } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { must, startScene, today } from '#tests/kit/box-scene.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { account, boxesToPay, treasurer } from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { statementsOf } from '#tests/kit/sent-statements.ts';

const BOXES = 400;
/** Statements of a call, whatever the number of its boxes. */
const BOUND = 30;

const scene = perFile(() => startScene({ oneProcess: true }));

test('a batch of 400 boxes is prepared, authorised, sent and confirmed in few statements', async () => {
  const cajas = await boxesToPay(scene, BOXES);
  expect(cajas).toHaveLength(BOXES);
  const accounting = scene.browsers[6];
  const treasury = await treasurer(scene);
  /** The answer to a call; with `MEASURE` set, prints how long it took. */
  const counted = async <Path extends CallPath>(
    who: TestClient,
    path: Path,
    body: RequestOf<Path>,
  ) => {
    const answers: AnswerOf<Path>[] = [];
    const started = performance.now();
    const sent = await statementsOf(async () => {
      answers.push(await must(who, path, body));
    });
    const took = Math.round(performance.now() - started);
    if (process.env.MEASURE)
      process.stderr.write(`${path}: ${sent.length} statements, ${took} ms\n`);
    expect(sent.length, `${path}\n${sent.join('\n')}`).toBeLessThanOrEqual(BOUND);
    return answers[0];
  };
  /** Boxes and attempts of the batch, by their states, with the last event of each log. */
  const written = async () =>
    (
      await sql`select cajas.giro, giro.estado, evento.evento, count(*) as cajas,
          sum(case when cajas.por_girar = cajas.total_aprobado then 1 else 0 end) as por_girar,
          sum(case when giro.valor = cajas.total_aprobado then 1 else 0 end) as valores
        from giro inner join cajas on cajas.id = giro.id_caja
        inner join evento on evento.id_caja = cajas.id and evento.secuencia = cajas.version
          and evento.hash = cajas.hash
        group by cajas.giro, giro.estado, evento.evento`.execute(scene.db)
    ).rows.map((row) =>
      Object.values(row as object)
        .map(String)
        .join(' '),
    );

  const prepared = await counted(accounting, '/prepararGiros', { cajas });
  expect(prepared).toMatchObject([{ giros: BOXES }]);
  const id_lote = prepared?.[0]?.id_lote ?? 0;
  expect(await written()).toEqual(['preparado preparado PAYMENT.PREPARE 400 400 400']);
  await counted(treasury, '/autorizarGiros', { id_lote });
  expect(await written()).toEqual(['autorizado autorizado PAYMENT.AUTHORISE 400 400 400']);
  await counted(accounting, '/enviarGiros', { id_lote });
  expect(await written()).toEqual(['enviado enviado PAYMENT.SEND 400 400 400']);
  const giros = cajas.map((id_caja) => ({ id_caja, referencia: `B${id_caja}` }));
  await counted(accounting, '/confirmarGiros', { dia: today, giros });
  expect(await written()).toEqual(['girado girado PAYMENT.CONFIRM 400 0 400']);

  const rows = await scene.db.selectFrom('giro').selectAll().orderBy('id_caja').execute();
  expect(rows.map(({ id_caja, referencia }) => [id_caja, referencia])).toEqual(
    cajas.map((id) => [id, `B${id}`]),
  );
  expect(new Set(rows.map(({ dia, via, id_lote: lote }) => `${dia} ${via} ${lote}`))).toEqual(
    new Set([`${today} ${account.via} ${id_lote}`]),
  );
  const mails = await scene.db.selectFrom('correo').select('texto').execute();
  for (const id of [cajas[0], cajas[199], cajas[399]])
    expect(mails.filter(({ texto }) => texto.includes(`ref. B${id}:`))).toHaveLength(1);
  expect(mails.filter(({ texto }) => texto.includes('Nuestra referencia'))).toHaveLength(BOXES);
  for (const id of [cajas[0], cajas[199], cajas[399]]) {
    const { id_tienda } = await scene.db
      .selectFrom('cajas')
      .select('id_tienda')
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow();
    const { differences } = await inSnapshot(scene.db, (trx) => auditStore(trx, id_tienda));
    expect(differences).toEqual([]);
  }
});

/** Vales: cash of a store that was handed out before its receipt. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { auditAdministration } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { must, record, startScene, today, unlike, storeForm } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { confirmedBox } from '#tests/kit/payment-scene.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const store = () => scene.browsers[2];

const vale = (id_tienda: number, valor: number, persona = 'Ana Ruiz') => ({
  id_tienda,
  valor,
  persona,
  dia: today,
  motivo: 'Taxi',
});

const give = async (id_tienda: number, valor: number): Promise<number> =>
  (await must(store(), '/darVale', vale(id_tienda, valor)))[0]?.id_vale ?? 0;

/** Pesos: the parts of the fund as the store reads them, and the total of its open box. */
async function fundOf(id_tienda: number) {
  const fund = await must(store(), '/obtenerDatosTiendaCaja', { id_tienda });
  const { total } = await must(store(), '/obtenerCajaActual', { id_tienda });
  const { disponible, en_proceso, por_girar, a_cargo_tienda } = fund;
  return { disponible, en_proceso, por_girar, a_cargo_tienda, total };
}

/** Pesos out of the drawer, in own SQL: expenses of boxes under way, vales and debts. */
async function outBySql(id_tienda: number): Promise<number> {
  const { rows } = await sql<{ fuera: number }>`
    select (select coalesce(sum(gastos.valor), 0) from gastos
        join cajas on cajas.id = gastos.id_caja where cajas.id_tienda = ${id_tienda})
      + (select coalesce(sum(valor), 0) from vale
        where id_tienda = ${id_tienda} and estado = 'fuera')
      + (select coalesce(sum(a_cargo), 0) from movimiento_fondo
        where id_tienda = ${id_tienda}) as fuera`.execute(scene.db);
  return Number(rows[0]?.fuera) / 100;
}

const guardsOf = ({ refusal }: { refusal?: { motivos?: { guardia: string }[] } | undefined }) =>
  refusal?.motivos?.map(({ guardia }) => guardia);

const statesOf = async (id_tienda: number) =>
  (await must(store(), '/vales', { id_tienda })).vales.map(({ estado, id_gasto }) => [
    estado,
    id_gasto,
  ]);

describe('a vale', () => {
  test('takes cash from the drawer, into no total', async () => {
    const { id } = await newStore(scene);
    const id_vale = await give(id, 20_000);
    const parts = { en_proceso: 0, por_girar: 0, a_cargo_tienda: 0, total: 0 };
    expect(await fundOf(id)).toEqual({ ...parts, disponible: 980_000 });
    expect(await outBySql(id)).toBe(20_000);
    const { en_cajon, vales } = await must(store(), '/vales', { id_tienda: id });
    expect(en_cajon).toBe(980_000);
    expect(vales).toEqual([
      {
        id: id_vale,
        valor: 20_000,
        persona: 'Ana Ruiz',
        motivo: 'Taxi',
        dia: today,
        dio: scene.people[2].nombre,
        estado: 'fuera',
        id_gasto: null,
      },
    ]);
    await must(store(), '/devolverVale', { id_vale });
    expect(await fundOf(id)).toEqual({ ...parts, disponible: 1_000_000 });
    const again = await store().call('/devolverVale', { id_vale });
    expect([again.status, guardsOf(again)]).toEqual([409, ['stateAllows']]);
    const audit = await inSnapshot(scene.db, auditAdministration);
    expect(audit.filter((found) => found.startsWith('vale'))).toEqual([]);
  });

  test('is refused above what the drawer has, less what is on its way', async () => {
    const { id_tienda } = await confirmedBox(scene);
    // 1.000.000 less 10.000 owed and 90.000 on their way.
    const above = await store().call('/darVale', vale(id_tienda, 900_001));
    expect([above.status, guardsOf(above)]).toEqual([422, ['drawerHoldsIt']]);
    await give(id_tienda, 900_000);
    expect((await must(store(), '/vales', { id_tienda })).en_cajon).toBe(0);
    expect(guardsOf(await store().call('/darVale', vale(id_tienda, 1)))).toEqual(['drawerHoldsIt']);
    for (const change of [{ persona: ' ' }, { valor: 0 }, { dia: '2099-01-01' }])
      expect((await store().call('/darVale', { ...vale(id_tienda, 1), ...change })).status).toBe(
        422,
      );
  });

  test.each([
    ['less', 12_500, 987_500],
    ['as much', 20_000, 980_000],
    ['more', 31_000.5, 968_999.5],
  ])(
    'is used by an expense of %s; the difference comes back or is added',
    async (_, valor, left) => {
      const { id } = await newStore(scene);
      const id_vale = await give(id, 20_000);
      const data = await must(store(), '/obtenerDatosTiendaCaja', { id_tienda: id });
      expect(data.vales).toEqual([
        { id: id_vale, valor: 20_000, persona: 'Ana Ruiz', dia: today, de_apertura: 0 },
      ]);
      const gasto = await record(scene, unlike({ id_tienda: id, valor, id_vale }));
      expect(await fundOf(id)).toMatchObject({ disponible: left, total: valor });
      expect(await outBySql(id)).toBe(valor);
      expect(await statesOf(id)).toEqual([['legalizado', gasto]]);
      await expect(record(scene, unlike({ id_tienda: id, id_vale }))).rejects.toThrow();
      expect(await statesOf(id)).toEqual([['legalizado', gasto]]);
    },
  );

  test('of another store is not used', async () => {
    const [one, other] = [await newStore(scene), await newStore(scene)];
    const id_vale = await give(one.id, 20_000);
    await expect(record(scene, unlike({ id_tienda: other.id, id_vale }))).rejects.toThrow();
    expect(await statesOf(one.id)).toEqual([['fuera', null]]);
  });

  test('pays an expense that the rest of the fund cannot, where an excess is forbidden', async () => {
    const { id } = await newStore(scene);
    const id_vale = await give(id, 990_000);
    const set = (exceso_fondo: 'avisar' | 'impedir') =>
      must(scene.browsers[1], '/configGeneral', { monto_maximo: 500_000, exceso_fondo });
    await set('impedir');
    try {
      await expect(record(scene, unlike({ id_tienda: id, valor: 990_000 }))).rejects.toThrow();
      await record(scene, unlike({ id_tienda: id, valor: 1_000_000, id_vale }));
    } finally {
      await set('avisar');
    }
    expect(await fundOf(id)).toMatchObject({ disponible: 0, total: 1_000_000 });
  });

  test('hinders no send, and stays when the box is sent', async () => {
    const { id } = await newStore(scene);
    await give(id, 20_000);
    await record(scene, unlike({ id_tienda: id, valor: 30_000 }));
    const { id: id_caja } = await must(store(), '/obtenerCajaActual', { id_tienda: id });
    await must(store(), '/enviarCaja', { id_caja, id_tienda: id });
    expect(await fundOf(id)).toMatchObject({ disponible: 950_000, en_proceso: 30_000, total: 0 });
    expect(await statesOf(id)).toEqual([['fuera', null]]);
  });

  test('is owed by who gave it when somebody else takes the store over', async () => {
    const { id } = await newStore(scene);
    const id_vale = await give(id, 20_000);
    const next = await addPerson(scene.db, { profile: 2, email: 'releva.vales@cajamenor.test' });
    await must(scene.browsers[1], '/editarTienda', {
      ...(await storeForm(scene.browsers[1], id)),
      responsable: next.id,
    });
    const owed = await scene.db
      .selectFrom('movimiento_fondo')
      .select(['tipo', 'valor', 'a_cargo', 'id_deudor', 'motivo', 'id_usuario'])
      .where('id_tienda', '=', id)
      .execute();
    expect(owed).toEqual([
      {
        tipo: 'vale',
        valor: 20_000_00,
        a_cargo: 20_000_00,
        id_deudor: scene.people[2].id,
        motivo: `Vale n.º ${id_vale} a Ana Ruiz`,
        id_usuario: scene.people[1].id,
      },
    ]);
    const fund = await must(scene.browsers[4], '/obtenerDatosTiendaCaja', { id_tienda: id });
    expect(fund).toMatchObject({ disponible: 980_000, a_cargo_tienda: 20_000, vales: [] });
    expect(await outBySql(id)).toBe(20_000);
  });

  test('is pending once it is older than the days of the setting', async () => {
    const browser = await scene.signIn(scene.people[2].email);
    const { id } = await newStore(scene);
    const id_vale = await give(id, 20_000);
    const pending = async () => {
      const items = await must(browser, '/misPendientes', {});
      const { pendientes } = await must(browser, '/contarPendientes', {});
      expect(pendientes).toBe(items.length);
      return items.filter((item) => item.tipo === 'vale' && item.id_tienda === id);
    };
    expect(await pending()).toEqual([]);
    // Wednesday 10:00, and nine working hours a day: three days later it is Monday 10:00.
    const daysAgo = (days: number) =>
      scene.db
        .updateTable('vale')
        .set({ creado: scene.clock.now() - days * 86_400_000 })
        .where('id', '=', id_vale)
        .execute();
    await daysAgo(1);
    expect(await pending()).toEqual([]);
    await daysAgo(8);
    expect(await pending()).toMatchObject([{ valor: 20_000, id_caja: null }]);
    await must(browser, '/devolverVale', { id_vale });
    expect(await pending()).toEqual([]);
  });

  test('is printed with lines to sign', async () => {
    const { id } = await newStore(scene);
    const id_vale = await give(id, 20_000);
    const answer = await store().get(`/documentos/vale?id_vale=${id_vale}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const pages = await pageTexts(answer.rawPayload);
    expect(pages).toHaveLength(1);
    const [text = ''] = pages;
    const { tienda } = await must(store(), '/vales', { id_tienda: id });
    for (const part of [
      `Vale de caja menor n.º ${id_vale}`,
      tienda,
      '20.000',
      'Ana Ruiz',
      'Taxi',
      scene.people[2].nombre,
      'Firma de quien recibe',
      'Firma de quien entrega',
    ])
      expect(text).toContain(part);
  });
});

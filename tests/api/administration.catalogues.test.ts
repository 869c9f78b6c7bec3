/** Catalogues: an administrator edits them, and other profiles choose from their active rows. */
import { describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/contract.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { categories, must, reason, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, split } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

type Form = RequestOf<'/guardarCatalogo'>;

const admin = () => scene.browsers[1];
const save = async (form: Form): Promise<number> =>
  (await must(admin(), '/guardarCatalogo', form))[0]?.id_elemento ?? 0;
const turn = (tabla: Form['tabla'], id_elemento: number, opc: 0 | 1) =>
  admin().call('/actdesElemento', { tabla, id_elemento, opc });
const listed = async (tabla: Form['tabla'], profile: 2 | 6 = 2) =>
  (await scene.browsers[profile].call('/datosGenerales', { tabla })).answer;

const category = (changes: Partial<Form> = {}): Form => ({
  tabla: 'categoria_gasto',
  nombre: 'Jardinería',
  cuenta: '529595',
  formatos: [1],
  mantenimiento: 0,
  ...changes,
});

const reasonsOf = async (form: Form): Promise<[number, string[]]> => {
  const { status, refusal } = await admin().call('/guardarCatalogo', form);
  return [status, (refusal.motivos ?? []).map(({ guardia }) => guardia)];
};

describe('a row', () => {
  test.each<[Form, object]>([
    [category(), { cuenta: '529595', id_formato: 1, mantenimiento: 0 }],
    [{ tabla: 'formato_tienda', nombre: ' Droguería ' }, {}],
    [{ tabla: 'motivo_rechazo', nombre: ' Fuera de la política ' }, {}],
    [
      { tabla: 'impuestos', nombre: 'Reteica', porcentaje: 1, cuenta_retencion: '236805' },
      { porcentaje: 1, cuenta_retencion: '236805' },
    ],
    [{ tabla: 'indicadores', nombre: 'Nota débito', codigo: 'ND' }, { codigo: 'ND' }],
  ])('%j is created, listed, renamed, deactivated and activated again', async (form, columns) => {
    const { tabla } = form;
    const id = await save(form);
    const shown = { id, nombre: form.nombre.trim(), ...columns };
    expect(await listed(tabla)).toContainEqual(shown);
    await save({ ...form, id_elemento: id, nombre: `${form.nombre.trim()} (otro)` });
    expect(await listed(tabla)).toContainEqual({
      ...shown,
      nombre: `${form.nombre.trim()} (otro)`,
    });
    expect((await turn(tabla, id, 0)).status).toBe(200);
    expect((await listed(tabla)).map((row) => 'id' in row && row.id)).not.toContain(id);
    const all = (await admin().call('/datosGeneralesNoActive', { tabla, condicional: { id } }))
      .answer;
    expect(all).toMatchObject([{ id, active_: 0 }]);
    expect((await turn(tabla, id, 1)).status).toBe(200);
    const events = await scene.db
      .selectFrom('evento_administracion')
      .select(['evento', 'id_actor', 'payload'])
      .where('tabla', '=', tabla)
      .where('id_actor', '=', scene.people[1].id)
      .orderBy('secuencia')
      .execute();
    expect(events.map(({ evento }) => evento)).toEqual(['CREATE', 'EDIT', 'EDIT', 'EDIT']);
    expect(events.map(({ payload }) => JSON.parse(payload)[id].active_)).toEqual([
      1,
      undefined,
      0,
      1,
    ]);
    expect(await auditSentences(scene)).toEqual([]);
  });

  test('needs a name unique in its format, ignoring case and accents, or a unique code', async () => {
    await save(category({ nombre: 'Señalización' }));
    const duplicate = category({ nombre: 'SEÑALIZACION' });
    expect(await reasonsOf(duplicate)).toEqual([422, ['nombre']]);
    await save({ ...duplicate, formatos: [2] });
    const { nombre } = { nombre: 'Documento nuevo' };
    expect(await reasonsOf({ tabla: 'indicadores', nombre, codigo: 'fe' })).toEqual([
      422,
      ['codigo'],
    ]);
  });

  test.each<[string, Form, string[]]>([
    ['an account with letters', category({ cuenta: '52A' }), ['cuenta']],
    ['a format that there is not', category({ formatos: [99] }), ['formatos']],
    ['no name', { tabla: 'motivo_rechazo', nombre: '  ' }, ['nombre']],
    [
      'a word as account',
      { tabla: 'impuestos', nombre: 'X', porcentaje: 1, cuenta_retencion: 'abc' },
      ['cuenta_retencion'],
    ],
    ['more than all', { tabla: 'impuestos', nombre: 'X', porcentaje: 101 }, ['porcentaje']],
    ['no code', { tabla: 'indicadores', nombre: 'X' }, ['codigo']],
  ])('with %s is refused', async (_, form, fields) => {
    expect(await reasonsOf(form)).toEqual([422, fields]);
  });

  test.each<[string, Form, string]>([
    [
      'the name of the category of the reimbursement',
      category({
        id_elemento: categories.reimbursable,
        nombre: 'Taxis',
        formatos: [1, 2, 3, 4, 5, 6],
      }),
      'nombre',
    ],
    [
      'a percentage',
      { tabla: 'impuestos', id_elemento: 1, nombre: 'IVA', porcentaje: 16 },
      'porcentaje',
    ],
    ['a code', { tabla: 'indicadores', id_elemento: 1, nombre: 'Factura', codigo: 'F' }, 'codigo'],
  ])('is refused when it changes %s', async (_, form, field) => {
    expect(await reasonsOf(form)).toEqual([422, [field]]);
  });

  test('that does not exist answers 404', async () => {
    const form: Form = { tabla: 'motivo_rechazo', id_elemento: 999_999, nombre: 'X' };
    expect((await admin().call('/guardarCatalogo', form)).status).toBe(404);
    expect((await turn('impuestos', 999_999, 0)).status).toBe(404);
  });

  test('cannot be deactivated if the state machine depends on it or it is the last active one', async () => {
    const off = async (...row: [Form['tabla'], number]) => {
      const { status, refusal } = await turn(...row, 0);
      return [status, refusal.msg ?? ''];
    };
    expect(await off('categoria_gasto', categories.reimbursable)).toEqual([
      409,
      expect.stringContaining('depende el valor a reembolsar'),
    ]);
    const taxes = (await listed('impuestos')).flatMap((row) => ('id' in row ? [row.id] : []));
    for (const id of taxes.slice(1)) await turn('impuestos', id, 0);
    expect(await off('impuestos', taxes[0] ?? 0)).toEqual([
      409,
      'Es el único impuesto en uso: contabilidad no podría repartir gastos.',
    ]);
    for (const id of taxes.slice(1)) await turn('impuestos', id, 1);
  });
});

describe('an inactive row', () => {
  test('is refused in a new expense', async () => {
    const id = await save(category({ nombre: 'Floristería' }));
    await record(scene, { categoria: [id] });
    await turn('categoria_gasto', id, 0);
    const refused = await record(scene, { categoria: [id] }).catch((error: Error) => error.message);
    expect(String(refused)).toContain('422');
  });

  test('remains valid where already chosen, as reason of a decision or tax of an itemisation', async () => {
    const motivo = await save({ tabla: 'motivo_rechazo', nombre: 'Motivo de paso' });
    const rejected = await boxIn(scene, 'supervision', [{}]);
    const decide = (id_rechazo: number) =>
      scene.browsers[3].call('/guardarSupervisor', {
        id_caja: rejected.id,
        id_gasto: rejected.expenses[0] ?? 0,
        estado: 4,
        item: 0,
        observacion: 'No corresponde',
        id_rechazo,
      });
    expect((await decide(motivo)).status).toBe(200);
    await turn('motivo_rechazo', motivo, 0);
    expect((await decide(motivo)).status).toBe(200);
    expect((await decide(reason)).status).toBe(200);
    expect((await decide(motivo)).status).toBe(422);

    const tax = await save({ tabla: 'impuestos', nombre: 'Impuesto de paso', porcentaje: 2 });
    const box = await boxIn(scene, 'preliminary', [{}]);
    const id_gasto = box.expenses[0] ?? 0;
    const { valor } = (await must(scene.browsers[6], '/detalleGasto', { id_gasto }))[0] ?? {
      valor: 0,
    };
    const itemise = (iva: number) =>
      scene.browsers[6].call('/guardarContabilidad', {
        ...split(valor),
        id_caja: box.id,
        id_gasto,
        estado: 3,
        item: 1,
        observacion: 'Reparto',
        iva_item: [iva],
      });
    expect((await itemise(tax)).status).toBe(200);
    await turn('impuestos', tax, 0);
    expect((await itemise(tax)).status).toBe(200);
    expect((await itemise(1)).status).toBe(200);
    expect((await itemise(tax)).status).toBe(422);
  });
});

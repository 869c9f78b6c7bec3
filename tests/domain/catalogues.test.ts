import { describe, expect, test } from 'vitest';
import {
  fixedColumns,
  fixedRefusals,
  switchOffRefusals,
} from '#machines/domain/review/catalogues.ts';

const fields = (refusals: readonly { guardia: string }[]) => refusals.map(({ guardia }) => guardia);

describe('a row of a catalogue', () => {
  test.each([
    ['categoria_gasto', 1, ['id_formato']],
    ['categoria_gasto', 16, ['id_formato', 'nombre']],
    ['categoria_gasto', 108, ['id_formato', 'nombre']],
    ['motivo_rechazo', 16, []],
    ['impuestos', 1, ['porcentaje']],
    ['indicadores', 16, ['codigo']],
  ] as const)(
    'of %s with id %i has these fixed columns, and a new row none',
    (table, id, columns) => {
      expect(Object.keys(fixedColumns(table, id))).toEqual(columns);
      expect(fixedColumns(table, null)).toEqual({});
    },
  );

  test('refuses changes of fixed columns only', () => {
    const tax = { id: 2, nombre: 'IVA 5 %', porcentaje: 5 };
    expect(fixedRefusals('impuestos', tax, { ...tax, nombre: 'IVA reducido' })).toEqual([]);
    expect(fields(fixedRefusals('impuestos', tax, { ...tax, porcentaje: 8 }))).toEqual([
      'porcentaje',
    ]);
  });

  test('can be switched off unless it is the last one or named by the state machine', () => {
    expect(switchOffRefusals('impuestos', { id: 16, others: 1 })).toEqual([]);
    expect(fields(switchOffRefusals('impuestos', { id: 16, others: 0 }))).toEqual([
      'rowIsNotTheLastOne',
    ]);
    for (const id of [16, 36, 55, 67, 89, 108])
      expect(fields(switchOffRefusals('categoria_gasto', { id, others: 9 }))).toEqual([
        'rowIsFree',
      ]);
    expect(switchOffRefusals('categoria_gasto', { id: 17, others: 9 })).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import {
  fixedColumns,
  fixedRefusals,
  switchOffRefusals,
} from '#machines/domain/review/catalogues.ts';

const fields = (refusals: readonly { guardia: string }[]) => refusals.map(({ guardia }) => guardia);

describe('a row of a catalogue', () => {
  test.each([
    ['categoria_gasto', 1, []],
    ['categoria_gasto', 16, ['nombre', 'formatos']],
    ['categoria_gasto', 108, ['nombre', 'formatos']],
    ['formato_tienda', 16, []],
    ['motivo_rechazo', 16, []],
    ['impuestos', 1, ['porcentaje', 'cuenta_retencion']],
    ['indicadores', 16, ['codigo']],
  ] as const)(
    'of %s with id %i has these fixed columns, and a new row none',
    (table, id, columns) => {
      expect(Object.keys(fixedColumns(table, { id, active_: 1 }))).toEqual(columns);
      expect(fixedColumns(table, null)).toEqual({});
    },
  );

  test('refuses changes of fixed columns only', () => {
    const tax = { id: 2, active_: 1 as const, nombre: 'IVA 5 %', porcentaje: 5 };
    expect(fixedRefusals('impuestos', tax, { ...tax, nombre: 'IVA reducido' })).toEqual([]);
    expect(fields(fixedRefusals('impuestos', tax, { ...tax, porcentaje: 8 }))).toEqual([
      'porcentaje',
    ]);
  });

  test('of an inactive category keeps its formats', () => {
    const off = { id: 1_000, active_: 0 as const, nombre: 'Aseo', formatos: [1, 2] };
    expect(fields(fixedRefusals('categoria_gasto', off, { ...off, formatos: [1] }))).toEqual([
      'formatos',
    ]);
    expect(fixedRefusals('categoria_gasto', off, { ...off, nombre: 'Limpieza' })).toEqual([]);
    const on = { ...off, active_: 1 as const };
    expect(fixedRefusals('categoria_gasto', on, { ...on, formatos: [1] })).toEqual([]);
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

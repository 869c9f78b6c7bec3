/** The charge of a user in words, and the reasons why the user cannot leave; all expectations by hand. */
import { describe, expect, test } from 'vitest';
import {
  type Charge,
  chargeSentence,
  isAble,
  lastOneRefusals,
  leavesWork,
  leavingRefusals,
  noCharge,
  sharedProfiles,
  successorRefusals,
  workOf,
} from '#machines/domain/people/authority.ts';

const charge = (changes: Partial<Charge>): Charge => ({ ...noCharge, ...changes });
const supervises = (supervisor: number, more: Partial<Charge> = {}): Charge =>
  charge({ tiendas: { ...noCharge.tiendas, supervisor }, ...more });

test.each<[string, Charge]>([
  ['', noCharge],
  ['', charge({ cajas: 2, valor: 1 })],
  ['Supervisa 7 tiendas', supervises(7, { tienda: 'Centro' })],
  ['Supervisa «Centro»', supervises(1, { tienda: 'Centro' })],
  [
    'Supervisa 7 tiendas, 2 cajas por decidir, $ 521.300',
    supervises(7, { cajas: 2, valor: 521_300_00 }),
  ],
  [
    'Supervisa «Centro», 1 caja por decidir, $ 900,50',
    supervises(1, { tienda: 'Centro', cajas: 1, valor: 900_50 }),
  ],
  [
    'Es la única persona responsable de 2 tiendas',
    charge({ tiendas: { ...noCharge.tiendas, responsable: 2 } }),
  ],
  ['Es gerente de 3 tiendas', charge({ tiendas: { ...noCharge.tiendas, gerente: 3 } })],
])('«%s»', (sentence, given) => {
  expect(chargeSentence(given)).toBe(sentence);
});

test('a user cannot leave with a charge or as the last one of the profile', () => {
  expect(leavingRefusals(3, noCharge)).toEqual([]);
  expect(leavingRefusals(3, supervises(2))).toEqual([
    {
      guardia: 'nothingHangs',
      mensaje: 'Supervisa 2 tiendas: pase todo primero a otra persona del mismo perfil.',
    },
  ]);
  const last = [
    {
      guardia: 'profileKeepsSomebody',
      mensaje:
        'Es la única persona activa de Mantenimiento que puede decidir las cajas: active o cree otra primero.',
    },
  ];
  expect(leavingRefusals(5, charge({ esUltima: true }))).toEqual(last);
  expect(lastOneRefusals(5, charge({ esUltima: true }))).toEqual(last);
  expect(lastOneRefusals(5, noCharge)).toEqual([]);
});

const user = (changes: Partial<Parameters<typeof isAble>[0]> = {}) => ({
  id: 7,
  tipo: 3,
  permisos: null,
  active_: 1,
  ...changes,
});

describe('the work of a profile', () => {
  test('needs the screens of the box and of the decision', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((id) => workOf(id).join(' '))).toEqual([
      '',
      'cajaActual verCajaRevisada',
      'verCajaSupervisor detalleGastoSupervisor',
      '',
      'verCajaMantenimiento detalleGastoMantenimiento',
      'revisarCaja detalleGastoContabilidad revisarCaja detalleGastoContabilidadFinal',
      '',
      '',
    ]);
    expect(sharedProfiles).toEqual([5, 6]);
  });

  test.each([
    [true, {}],
    [false, { active_: 0 }],
    [false, { permisos: 'historialCaja,verCajaSupervisor' }],
    [true, { permisos: 'verCajaSupervisor,detalleGastoSupervisor' }],
    [false, { tipo: 5, permisos: 'verCajaSupervisor,detalleGastoSupervisor' }],
    [true, { tipo: 8, permisos: 'verTiendas' }],
  ])('can be done (%s) by %o', (able, changes) => {
    expect(isAble(user(changes))).toBe(able);
  });

  test('is lost with another profile or without its screens', () => {
    expect(leavesWork(user(), { tipo: 3, permisos: null })).toBe(false);
    expect(leavesWork(user(), { tipo: 5, permisos: null })).toBe(true);
    expect(leavesWork(user(), { tipo: 3, permisos: 'consolidado' })).toBe(true);
    expect(leavesWork(user({ active_: 0 }), { tipo: 5, permisos: null })).toBe(false);
  });
});

test.each([
  [undefined, user({ id: 8 } as object), {}],
  ['isSomebodyElse', user(), {}],
  ['isNotOneself', user({ id: 8 } as object), { by: 8 }],
  ['isOfTheProfile', undefined, {}],
  ['isOfTheProfile', user({ id: 8, tipo: 2 } as object), {}],
  ['isOfTheProfile', user({ id: 8, active_: 0 } as object), {}],
  ['recordedNothing', user({ id: 8 } as object), { recorded: true }],
])('the first refusal of a successor is %s', (guard, successor, more) => {
  const refusals = successorRefusals({ id: 7, tipo: 3 }, successor, {
    by: 1,
    recorded: false,
    ...more,
  });
  expect(refusals[0]?.guardia).toBe(guard);
});

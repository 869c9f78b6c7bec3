/** Comparison of two groups of cases in sentences that name both. */
import { describe, expect, test } from 'vitest';
import { type figuresOf, slowestToMoney } from '#machines/domain/history/case-figures.ts';
import { differencesBetween, groupsBeside } from '#machines/domain/history/case-findings.ts';
import { calendarOf, usualHours } from '#machines/domain/values/working-hours.ts';

type Figures = ReturnType<typeof figuresOf>;

const day = 9 * 3_600_000;
const measures = (days: number) => ({
  media: days * day,
  mediana: days * day,
  p90: days * day,
  minimo: days * day,
  maximo: days * day,
});
const figures = (days: number, changes: Partial<Figures> = {}): Figures => ({
  casos: 10,
  valor: 1_000,
  ciclo: measures(days),
  del_envio: null,
  al_dinero: null,
  tarde: 1,
  retrabajo: 4,
  directos: 5,
  variantes: 2,
  relevos: 30,
  gastos: 100,
  rechazados: 5,
  ...changes,
});

const may = '1 may 2026 a 31 may 2026';
const april = '1 abr 2026 a 30 abr 2026';

describe('two groups', () => {
  test.each([
    ['resto', ['Quibdó', may], [may], 'Quibdó', 'Las demás'],
    ['resto', [may], [may], 'Estas cajas', 'Las demás'],
    ['anterior', ['Quibdó', may], ['Quibdó', april], may, april],
    ['otro', ['Quibdó', may], ['Cúcuta', may], 'Quibdó', 'Cúcuta'],
    ['otro', ['Quibdó', 'Taxis', may], [april], `Quibdó, Taxis, ${may}`, april],
    ['otro', ['Quibdó', may], [may], 'Quibdó', 'El otro grupo'],
  ] as const)(
    'are named by their differences: %s of %j and %j',
    (contra, these, others, one, other) => {
      const { estas, otras } = groupsBeside(these, others, contra);
      expect([estas.nombre, otras.nombre]).toEqual([one, other]);
    },
  );
});

describe('the differences', () => {
  const between = (
    these: Figures,
    others: Figures,
    stages: Parameters<typeof differencesBetween>[3] = [],
    groups = groupsBeside(['Quibdó', may], [may], 'resto'),
  ) => differencesBetween(groups, these, others, stages, calendarOf(usualHours));

  test('name the group of each figure', () => {
    expect(
      between(figures(4, { tarde: 6 }), figures(2, { casos: 20, retrabajo: 8, directos: 10 }), [
        { estado: 'supervision', estas: measures(3), otras: measures(1) },
        { estado: 'preliminary', estas: measures(1), otras: measures(1) },
      ]),
    ).toEqual([
      'En la mediana, las cajas de Quibdó tardan 4 días hábiles y las demás 2 días hábiles: 2 días hábiles más.',
      'Pasan la meta el 60\u00a0% de las cajas de Quibdó y el 5\u00a0% de las demás: 55 puntos más.',
      'La etapa que más cambia es «En supervisión»: 3 días hábiles en las cajas de Quibdó, 1 día hábil en las demás.',
    ]);
  });

  test('say what may be chance', () => {
    // By R: fisher.test(matrix(c(2, 8, 1, 9), 2)) has p = 1, of (9, 1, 2, 8) it has p = 0.0055.
    expect(
      between(figures(2, { tarde: 2, retrabajo: 9 }), figures(2, { retrabajo: 2 })).slice(1),
    ).toEqual([
      'Pasan la meta el 20\u00a0% de las cajas de Quibdó y el 10\u00a0% de las demás: 10 puntos más (puede ser azar).',
      'Tienen reprocesos el 90\u00a0% de las cajas de Quibdó y el 20\u00a0% de las demás: 70 puntos más.',
    ]);
  });

  test('of two periods name the periods', () => {
    const groups = groupsBeside(['Quibdó', may], ['Quibdó', april], 'anterior');
    expect(between(figures(4), figures(2), [], groups)).toEqual([
      `En la mediana, las cajas de ${may} tardan 4 días hábiles y las cajas de ${april} 2 días hábiles: 2 días hábiles más.`,
    ]);
  });

  test('report equal groups and an empty group', () => {
    expect(between(figures(2), figures(2))).toEqual([
      'En la mediana, las cajas de Quibdó tardan lo mismo que las demás: 2 días hábiles.',
    ]);
    expect(between(figures(2), figures(2, { casos: 0, ciclo: null }))).toEqual([
      'No hay con qué comparar: uno de los dos grupos no tiene cajas.',
    ]);
  });
});

test('the slowest case to the money is one whose money was received', () => {
  const facts = {
    id_caja: 1,
    id_tienda: 3,
    consecutivo: 1,
    total: 0,
    total_aprobado: 0,
    camino: '',
    inicio: 0,
    cierre: 5,
    recibido: null,
    pasos: [],
    rechazos: 0,
    correcciones: 0,
    relevos: 0,
    retrabajo: [],
    personas: [],
    categorias: [],
    decisiones: 0,
    rapidas: [],
    transiciones: {},
    estancias: {},
  };
  const one = {
    facts,
    ciclo: 5,
    dias: 1,
    delEnvio: 5,
    alDinero: null,
    stages: [],
    tarde: false,
    retrabajo: false,
  };
  expect(slowestToMoney([one])).toBeNull();
  const paid = { ...facts, id_caja: 2, recibido: 3 };
  expect(slowestToMoney([one, { ...one, facts: paid, alDinero: 3 }])?.id_caja).toBe(2);
});

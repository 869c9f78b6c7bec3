import { describe, expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  type CashCount,
  type CashCounts,
  cashTyped,
  countKind,
  differenceWords,
  initialCount,
  mayExplain,
  maySettle,
  outcomeWords,
  quantitiesOf,
  quantityRefusals,
  settlementOf,
} from '#machines/flows/fund/cash-count.kind.ts';
import { aCount, countsWith } from '#tests/kit/count-rows.ts';

const store: Person = { id: 2, profile: 2 };
const supervisor: Person = { id: 3, profile: 3 };
const accountant: Person = { id: 6, profile: 6 };

const typed = (large: string, small: string) => ({
  cantidades: denominations.map((_, place) => ({ 0: large, 8: small })[place] ?? ''),
});

test('pieces are counted as typed; an invalid quantity is refused at its field', () => {
  expect(quantitiesOf(typed('3', '175'))).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 175, 0, 0, 0]);
  expect(cashTyped(typed('3', '175'))).toBe(387_500_00);
  expect(cashTyped(initialCount)).toBe(0);
  for (const wrong of ['tres', '-3', '1.5', '123456'])
    expect(quantityRefusals(typed('1', wrong))).toEqual([
      { guardia: 'cantidades.8', mensaje: 'Escriba cuántos hay: solo números.' },
    ]);
  expect(quantityRefusals(typed('1', ' '))).toEqual([]);
});

const guards = (
  request: Parameters<typeof countKind.refusals>[0],
  counts: CashCounts,
  actor: Person,
) => countKind.refusals(request, counts, actor, []).map(({ guardia }) => guardia);

const charge = (id_arqueo: number) =>
  ({
    path: '/resolverArqueo',
    body: { id_arqueo, como: 'aCargo', motivo: 'No lo explicó' },
  }) as const;

/** The pending count 9 of the store, which lacks 500. */
const pending = aCount({ id: 9, diferencia: -500, estado: 'conDiferencia' });

describe('the browser asks the machine of the server', () => {
  test('for a new count, nothing before it is saved', () => {
    const request = {
      path: '/guardarArqueo',
      body: { id_tienda: 3, cantidades: quantitiesOf(typed('3', '0')) },
    } as const;
    expect(guards(request, countsWith(), store)).toEqual([]);
  });

  test('for the explanation and the settlement of a difference', () => {
    const counts = countsWith(pending);
    const explain = (nota: string) =>
      ({ path: '/explicarArqueo', body: { id_arqueo: 9, nota } }) as const;
    expect(guards(explain('Sin vale'), counts, store)).toEqual([]);
    expect(guards(explain(' '), counts, store)).toEqual(['noteIsGiven']);
    expect(guards(explain('Sin vale'), counts, supervisor)).toEqual(['actorCounted']);
    expect(guards(charge(9), counts, supervisor)).toEqual([]);
    expect(guards(charge(9), counts, { id: 20, profile: 2 })).toEqual(['actorMaySettle']);
    expect(guards(charge(9), { ...counts, reclamo: 1 }, supervisor)).toEqual(['noClaimIsOpen']);
    expect(guards(charge(8), counts, supervisor)).toEqual(['count']);
    expect(guards(charge(9), countsWith(aCount({ id: 10 }), pending), supervisor)).toEqual([
      'isLastCount',
    ]);
    for (const estado of ['', 'cuadra', 'resuelto'])
      expect(guards(charge(9), countsWith({ ...pending, estado }), supervisor)).toEqual([
        'stateAllows',
      ]);
  });

  test('what is offered depends on the count, the later ones and the person', () => {
    const later = aCount({ id: 10 });
    const over: CashCount = { ...pending, diferencia: 500 };
    expect(settlementOf(pending, countsWith(pending))).toBe('aCargo');
    expect(settlementOf(over, countsWith(over))).toBe('entregado');
    expect(settlementOf(over, countsWith(later, over))).toBe('recontado');
    expect([mayExplain(pending, store), mayExplain(pending, supervisor)]).toEqual([true, false]);
    expect(mayExplain({ ...pending, nota: 'Sin vale' }, store)).toBe(false);
    const settles = (actor: Person) => maySettle(pending, countsWith(pending), actor);
    expect([settles(store), settles(supervisor), settles(accountant)]).toEqual([false, true, true]);
    expect(maySettle(later, countsWith(later), accountant)).toBe(false);
  });
});

test('the outcome in words', () => {
  const resolucion = {
    ...({ como: 'aCargo' } as const),
    persona: 'Luis Soto',
    fecha: '2026-06-17 10:00',
    motivo: 'No lo explicó',
    dia: '',
    referencia: '',
  } as const;
  const words = (change: Partial<CashCount>) =>
    outcomeWords({ ...pending, ...change }, '2026-06-18');
  expect(words({})).toBe('Por resolver: supervisor o contabilidad.');
  expect(words({ estado: 'cuadra' })).toBe('');
  expect(words({ estado: 'resuelto', resolucion })).toBe(
    'A cargo de Ana Pérez: No lo explicó. Lo resolvió Luis Soto.',
  );
  const handed = { como: 'entregado', motivo: '', dia: '2026-06-17', referencia: 'C-12' } as const;
  expect(words({ resolucion: { ...resolucion, ...handed } })).toBe(
    'Entregado a la empresa el 17 jun, ref. C-12. Lo resolvió Luis Soto.',
  );
  expect(words({ resolucion: { ...resolucion, como: 'recontado' } })).toBe(
    'Corregido por un arqueo posterior: No lo explicó. Lo resolvió Luis Soto.',
  );
  expect(differenceWords(pending)).toBe('Faltante $ 500');
  expect(differenceWords(aCount({ diferencia: -15.78 }))).toBe('Faltante $ 15,78 en monedas');
  expect(differenceWords(aCount({}))).toBe('Sin diferencia');
});

import { describe, expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  emptyExpenseEntry,
  entryRefusals,
  entryRequest,
} from '#machines/flows/expenses/expense-entry.form.ts';
import { excessNotice, valeNotice } from '#machines/flows/expenses/fund-excess.ts';
import { isOut, outOf, valeKind, type Vales } from '#machines/flows/fund/vale.kind.ts';
import { aFund } from '#tests/kit/flow-fixtures.ts';

const store: Person = { id: 2, profile: 2 };
const supervisor: Person = { id: 3, profile: 3 };

const row = (id: number, valor: number, estado: string) => ({
  id,
  valor,
  estado,
  persona: 'Ana Ruiz',
  motivo: '',
  dia: '2026-06-17',
  dio: 'Luis Soto',
  id_gasto: null,
});

const vales: Vales = {
  id_tienda: 3,
  tienda: 'Centro',
  active_: 1,
  en_cajon: 50_000,
  vales: [row(3, 10_000, 'fuera'), row(2, 5_000.5, 'fuera'), row(1, 9_000, 'legalizado')],
};

const guards = (
  request: Parameters<typeof valeKind.refusals>[0],
  actor = store,
  data: Vales = vales,
) => valeKind.refusals(request, data, actor, []).map(({ guardia }) => guardia);

const give = (valor: number, persona = 'Ana Ruiz') =>
  ({ path: '/darVale', body: { id_tienda: 3, valor, persona, dia: '2026-06-17' } }) as const;

const back = (id_vale: number) => ({ path: '/devolverVale', body: { id_vale } }) as const;

describe('the browser asks the machine of the server', () => {
  test('before a vale is given', () => {
    expect(guards(give(50_000))).toEqual([]);
    expect(guards(give(50_000.01))).toEqual(['drawerHoldsIt']);
    expect(guards(give(0, ' '))).toEqual(['amountIsGiven', 'personIsGiven']);
    expect(guards(give(1), supervisor)).toEqual(['actorIsStore']);
    expect(guards(give(1), store, { ...vales, active_: 0 })).toEqual(['storeIsActive']);
  });

  test('before its money comes back', () => {
    expect(guards(back(3))).toEqual([]);
    expect(guards(back(1))).toEqual(['stateAllows']);
    expect(guards(back(9))).toEqual(['vale']);
  });

  test('and adds up what is out', () => {
    expect(outOf(vales)).toBe(15_000.5);
    expect(vales.vales.map(isOut)).toEqual([true, true, false]);
  });
});

describe('an expense paid with a vale', () => {
  const fund = {
    ...aFund,
    disponible: 5_000,
    exceso_fondo: 'impedir' as const,
    vales: [
      { id: 3, valor: 20_000, persona: 'Ana Ruiz', dia: '2026-06-17', de_apertura: 0 as const },
      { id: 4, valor: 20_000, persona: 'Ana Ruiz', dia: '2026-06-17', de_apertura: 1 as const },
    ],
  };

  test.each([
    ['20000', 'El vale queda legalizado.'],
    ['12.500', 'Vuelven $ 7.500 al cajón.'],
    ['24000.50', 'Salen $ 4.000,50 más del cajón.'],
    ['', ''],
  ])('of %s says what happens to the difference', (valor, sentence) => {
    expect(valeNotice(fund, { valor, vale: 3 })).toBe(sentence);
    expect(valeNotice(fund, { valor, vale: null })).toBe('');
  });

  test('of an opening leaves the rest of its receipts', () => {
    expect(valeNotice(fund, { valor: '12.500', vale: 4 })).toBe(
      'Quedan $ 7.500 de recibos por registrar.',
    );
  });

  test('takes only the rest from the available money', () => {
    const excess = (vale: number | null) => {
      const values = { ...emptyExpenseEntry, valor: '25000', vale };
      return entryRefusals(values, null, {
        fund,
        today: '2026-06-17',
        suggestions: { topes: [] },
      }).filter(({ mensaje }) => mensaje.includes('superan')).length;
    };
    expect([excess(null), excess(3)]).toEqual([1, 0]);
    expect(excessNotice(fund, { valor: '25000', vale: 3 })).toBe('');
  });

  test('names it in its request', () => {
    expect(entryRequest({ ...emptyExpenseEntry, vale: 3 }, 5)).toMatchObject({ id_vale: 3 });
    expect(entryRequest(emptyExpenseEntry, 5)).not.toHaveProperty('id_vale');
  });
});

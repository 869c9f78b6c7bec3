import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  approvedTotalOf,
  fundLevelOf,
  fundOf,
  fundPartsOf,
  totalOf,
} from '#machines/domain/fund/fund.ts';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { exampleWorld } from '#tests/kit/domain-fixtures.ts';
import {
  domainMachines,
  type Edge,
  type JointState,
  jointModel,
  start,
} from '#tests/kit/domain-joint.ts';

const rejectedCodes = [4, 7, 10, 16];

interface Amount {
  valor: number;
  reembolsar: number | null;
}

/** A box of the store with the amounts of its expenses. */
interface Box {
  state: JointState;
  amounts: Map<string, Amount>;
}

const { edgesFrom } = jointModel(domainMachines, exampleWorld, 3);

/** Bookkeeping that is independent of the code under test. */
class Book {
  current = 0;
  reembolso = 0;

  note({ move, next }: Edge, before: JointState, total: number, valor: number): void {
    if (move.kind === 'record') this.current += valor;
    if (move.kind === 'expense' && next.expenses.length < before.expenses.length)
      this.current -= valor;
    if (before.box === 'open' && next.box === 'supervision') {
      this.current -= total;
      this.reembolso += total;
    }
    if (next.box === 'closed') this.reembolso -= total;
  }
}

const amountsOf = ({ state, amounts }: Box) =>
  state.expenses.map(({ key, estado }) => ({
    estado: expenseStates[estado].codigo,
    ...(amounts.get(key) ?? { valor: Number.NaN, reembolsar: null }),
  }));

const rowOf = (box: Box) => ({
  active: boxStates[box.state.box].codigo,
  total: totalOf(amountsOf(box)),
});

/** Applies an edge to the amounts of a box and returns the value of its expense. */
function take(box: Box, edge: Edge, valor: number): number {
  const { move, next } = edge;
  if (move.kind === 'record') {
    box.amounts.set(next.expenses.at(-1)?.key ?? '', { valor, reembolsar: null });
    return valor;
  }
  if (move.kind === 'box') return 0;
  const amount = box.amounts.get(move.expense) ?? { valor: Number.NaN, reembolsar: null };
  const event = move.fixture.event(exampleWorld, 'plain');
  if (event.type === 'SUPERVISOR.APPROVE') amount.reembolsar = event.reembolsar;
  if (event.type === 'SUPERVISOR.REJECT') amount.reembolsar = null;
  return amount.valor;
}

function walk(base: number, choices: readonly number[], values: readonly number[]): void {
  const boxes: Box[] = [{ state: start, amounts: new Map() }];
  const book = new Book();
  for (const [step, choice] of choices.entries()) {
    const box = boxes[choice % boxes.length];
    const edges = box === undefined ? [] : edgesFrom(box.state);
    // A third of the steps send the box if possible; otherwise few boxes would be closed.
    const sent = choice % 3 === 0 ? edges.find(({ move }) => move.kind === 'box') : undefined;
    const edge = sent ?? edges[Math.floor(choice / 7) % Math.max(edges.length, 1)];
    if (box === undefined || edge === undefined) continue;
    const valor = take(box, edge, values[step % values.length] ?? 0);
    book.note(edge, box.state, totalOf(amountsOf(box)), valor);
    if (box.state.box === 'open' && edge.next.box !== 'open')
      boxes.push({ state: start, amounts: new Map() });
    box.state = edge.next;

    const fund = fundOf(base, boxes.map(rowOf));
    expect(fund.disponible + fund.reembolso + fund.current).toBe(base);
    expect([fund.current, fund.reembolso]).toEqual([book.current, book.reembolso]);
    for (const amounts of boxes.map(amountsOf)) {
      const approved = amounts
        .filter(({ estado }) => !rejectedCodes.includes(estado))
        .reduce((sum, { valor: whole, reembolsar }) => sum + (reembolsar ?? whole), 0);
      expect(approvedTotalOf(amounts)).toBe(approved);
    }
  }
}

describe('the fund of a store', () => {
  test('adds up to its base after every transition of a random walk', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000_000_00 }),
        fc.array(fc.nat(10_000), { minLength: 20, maxLength: 80 }),
        fc.array(fc.integer({ min: 1, max: 9_999_999_99 }), { minLength: 1, maxLength: 9 }),
        walk,
      ),
      { numRuns: 40 },
    );
  });

  test('counts open and sent boxes, and only the unpaid and owed parts of closed boxes', () => {
    const boxes = [
      { active: 0, total: 10_000_50 },
      { active: 2, total: 1_00 },
      { active: 1, total: 2_00 },
      { active: 9, total: 4_00 },
      { active: 3, total: 8_00 },
      { active: 4, total: 16_00 },
      { active: 5, total: 999_999_00 },
      { active: 5, total: 100_00, por_girar: 90_00, a_cargo: 10_00 },
      { active: 9, total: 70_00, trasladado: 70_00 },
    ];
    expect(fundOf(100_000_00, boxes)).toEqual({
      base: 100_000_00,
      current: 10_000_50,
      enProceso: 31_00,
      porGirar: 90_00,
      aCargo: 10_00,
      reembolso: 121_00,
      disponible: 89_868_50,
      porcentaje: 89.87,
    });
  });

  test('may be overdrawn, and has no percentage without a base', () => {
    expect(fundOf(100_00, [{ active: 0, total: 150_00 }])).toMatchObject({
      disponible: -50_00,
      porcentaje: -50,
    });
    expect(fundOf(0, [])).toEqual({
      base: 0,
      current: 0,
      enProceso: 0,
      porGirar: 0,
      aCargo: 0,
      reembolso: 0,
      disponible: 0,
      porcentaje: null,
    });
  });

  test('throws for a box with an unknown code', () => {
    expect(() => fundOf(0, [{ active: 6, total: 1 }])).toThrow(RangeError);
  });
});

describe('the approved total', () => {
  test.each([
    [[{ estado: 1, valor: 10_00, reembolsar: null }], 10_00],
    [[{ estado: 3, valor: 20_000_00, reembolsar: 15_000_00 }], 15_000_00],
    [[{ estado: 15, valor: 20_000_00, reembolsar: 0 }], 0],
    [[{ estado: 4, valor: 10_00, reembolsar: null }], 0],
    [[{ estado: 10, valor: 10_00, reembolsar: null }], 0],
    [[{ estado: 7, valor: 10_00, reembolsar: 5_00 }], 0],
    [[{ estado: 16, valor: 10_00, reembolsar: 5_00 }], 0],
    [[], 0],
  ])('of %j is %d', (expenses, total) => {
    expect(approvedTotalOf(expenses)).toBe(total);
  });
});

describe('the parts of a fund', () => {
  const partsOf = (base: number, current: number, reembolso: number) =>
    fundPartsOf({
      base,
      current,
      enProceso: reembolso,
      porGirar: 0,
      aCargo: 0,
      disponible: base - current - reembolso,
    });

  test.each([
    [
      'with money left',
      [1_000_00, 250_00, 250_00],
      [250_00, 250_00, 0, 0, 500_00],
      [25, 25, 0, 0, 50],
      100,
    ],
    [
      'exceeded',
      [1_000_00, 1_500_00, 500_00],
      [1_500_00, 500_00, 0, 0, -1_000_00],
      [75, 25, 0, 0, 0],
      50,
    ],
    ['without a base', [0, 300_00, 0], [300_00, 0, 0, 0, -300_00], [100, 0, 0, 0, 0], 0],
    ['of nothing', [0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], 100],
  ] as const)('%s', (_, [base, current, reembolso], amounts, shares, end) => {
    const found = partsOf(base, current, reembolso);
    expect(found.parts.map(({ amount }) => amount)).toEqual(amounts);
    expect(found.parts.map(({ share }) => share)).toEqual(shares);
    expect(found.end).toBe(end);
  });

  test('add up to the base, and fill the bar', () => {
    const amount = fc.integer({ min: 0, max: 9_000_000_00 });
    fc.assert(
      fc.property(amount, amount, amount, (base, current, reembolso) => {
        const { parts, end } = partsOf(base, current, reembolso);
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(base);
        const filled = parts.reduce((sum, { share }) => sum + share, 0);
        if (base + current + reembolso > 0) expect(filled).toBeCloseTo(100, 6);
        expect(end < 100).toBe(current + reembolso > base);
      }),
    );
  });

  test.each([
    [100, 31, 'enough'],
    [100, 30, 'low'],
    [100, 0, 'low'],
    [100, -1, 'exceeded'],
    [0, 0, 'enough'],
    [0, -1, 'exceeded'],
  ] as const)('of %i with %i left give the level %s', (base, disponible, level) => {
    expect(fundLevelOf({ base, disponible })).toBe(level);
  });
});

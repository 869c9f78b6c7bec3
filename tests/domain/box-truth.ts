/**
 * The state machine of a box as handwritten tables. Any event outside them must be refused without a change.
 * Nothing here is computed from the machine under test.
 */
import { type AnyMachineSnapshot, type AnyStateMachine, transition } from 'xstate';
import type { BoxEvent, BoxEventType, BoxExpense } from '#machines/domain/box/box.machine.ts';
import type { FailedGuard } from '#contract/errors.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { Only } from './expense-truth.ts';

const states = [
  'open',
  'supervision',
  'maintenance',
  'preliminary',
  'readyToShip',
  'finalAccounting',
  'closed',
] as const;
type State = (typeof states)[number];

const profiles = [1, 2, 3, 4, 5, 6, 7, 8] as const;

interface Rule {
  from: State;
  by: readonly ProfileId[];
  /** Target state; for the send of the supervisor, see `supervisorSends`. */
  to: State | 'as the table says';
  guard: string;
}

const rules: Record<BoxEventType, Rule> = {
  'EXPENSE.RECORD': { from: 'open', by: [2, 4], to: 'open', guard: 'actorIsStore' },
  'BOX.SEND': { from: 'open', by: [2, 4], to: 'supervision', guard: 'actorIsStore' },
  'BOX.SEND_SUPERVISOR': {
    from: 'supervision',
    by: [3],
    to: 'as the table says',
    guard: 'actorIsSupervisor',
  },
  'BOX.SEND_MAINTENANCE': {
    from: 'maintenance',
    by: [5],
    to: 'preliminary',
    guard: 'actorIsMaintenance',
  },
  'BOX.SEND_PRELIMINARY': {
    from: 'preliminary',
    by: [6],
    to: 'readyToShip',
    guard: 'actorIsAccounting',
  },
  'BOX.PDF_OPENED': {
    from: 'readyToShip',
    by: [2, 4],
    to: 'readyToShip',
    guard: 'actorIsStore',
  },
  'BOX.SHIP': { from: 'readyToShip', by: [2, 4], to: 'finalAccounting', guard: 'actorIsStore' },
  'BOX.PAPERS_RECEIVED': {
    from: 'finalAccounting',
    by: [6],
    to: 'finalAccounting',
    guard: 'actorIsAccounting',
  },
  'BOX.SEND_FINAL': { from: 'finalAccounting', by: [6], to: 'closed', guard: 'actorIsAccounting' },
};

const eventTypes = Object.keys(rules) as BoxEventType[];

const unmarked = {
  supervisor: 'supervisorMarkedEveryExpense',
  maintenance: 'maintenanceMarkedEveryExpense',
  preliminary: 'accountingMarkedEveryExpense',
  final: 'finalMarkedEveryExpense',
} as const;
type Stage = keyof typeof unmarked;

interface Contents {
  expenses: string;
  supervisorSends: 'maintenance' | 'preliminary' | 'waits';
  /** Stages whose send is refused because an expense is undecided. */
  waits: readonly Stage[];
}

/** Expense codes (`m`: needs maintenance), target of the supervisor's send, stages with undecided expenses. */
const contents: readonly Contents[] = [
  ['', 'preliminary', []],
  ['1', 'waits', ['supervisor']],
  ['1m', 'waits', ['supervisor']],
  ['2', 'maintenance', []],
  ['2m', 'maintenance', []],
  ['13', 'preliminary', ['maintenance']],
  ['13m', 'preliminary', ['maintenance']],
  ['3', 'preliminary', ['preliminary', 'final']],
  ['3m', 'maintenance', ['preliminary', 'final']],
  ['4', 'preliminary', []],
  ['4m', 'preliminary', []],
  ['9', 'preliminary', ['preliminary']],
  ['9m', 'preliminary', ['preliminary']],
  ['10', 'preliminary', []],
  ['10m', 'preliminary', []],
  ['6', 'preliminary', []],
  ['6m', 'preliminary', []],
  ['7', 'preliminary', []],
  ['7m', 'preliminary', []],
  ['15', 'preliminary', []],
  ['15m', 'preliminary', []],
  ['16', 'preliminary', []],
  ['16m', 'preliminary', []],
  ['5', 'preliminary', []],
  ['5m', 'preliminary', []],
  ['3 4', 'preliminary', ['preliminary', 'final']],
  ['3 1', 'waits', ['supervisor', 'preliminary', 'final']],
  ['1 2m', 'waits', ['supervisor']],
  ['1 3m', 'waits', ['supervisor', 'preliminary', 'final']],
  ['3 2m', 'maintenance', ['preliminary', 'final']],
  ['4 3m', 'maintenance', ['preliminary', 'final']],
  ['9m 13m', 'preliminary', ['maintenance', 'preliminary']],
  ['10m 9m 4', 'preliminary', ['preliminary']],
  ['6 7 4 10m', 'preliminary', []],
  ['6 3', 'preliminary', ['preliminary', 'final']],
  ['15 16 7 10m 4', 'preliminary', []],
  ['15 3', 'preliminary', ['preliminary', 'final']],
].map(([expenses, supervisorSends, waits]) => ({ expenses, supervisorSends, waits }) as Contents);

/** The row of a content; one that has none is composed of the rows of its expenses. */
export function contentsOf(parts: readonly string[]): Contents {
  const expenses = parts.join(' ');
  const rowOf = (text: string) => contents.find((one) => one.expenses === text);
  const rows = parts.flatMap((part) => rowOf(part) ?? []);
  const sends = rows.map(({ supervisorSends }) => supervisorSends);
  return (
    rowOf(expenses) ?? {
      expenses,
      supervisorSends:
        (['waits', 'maintenance'] as const).find((one) => sends.includes(one)) ?? 'preliminary',
      waits: rows.flatMap(({ waits }) => waits),
    }
  );
}

/** The expenses that have a receipt. */
const receipts = ['all', 'none', 'all but the last'] as const;

interface Payload {
  name: string;
  event: Record<string, unknown>;
  refusedBy: readonly string[];
}

const bare: readonly Payload[] = [{ name: 'bare', event: {}, refusedBy: [] }];

const shipping = (empresa: string | null, codigo: string, ...refusedBy: string[]): Payload => ({
  name: `${empresa} "${codigo}"`,
  event: { empresa, codigo },
  refusedBy,
});

const newExpense: BoxExpense = { id: 99, estado: 1, needsMaintenance: false, hasReceipt: false };

const payloadsOf: Partial<Record<BoxEventType, readonly Payload[]>> = {
  'EXPENSE.RECORD': [{ name: 'one more', event: { expense: newExpense }, refusedBy: [] }],
  'BOX.SHIP': [
    shipping('Servientrega', 'GUIA1'),
    shipping('Servientrega', '', 'shippingIsGiven'),
    shipping('Servientrega', '   ', 'shippingIsGiven'),
    shipping(null, 'GUIA1', 'shippingIsGiven'),
    shipping(null, '', 'shippingIsGiven'),
    shipping('Motorizado', ''),
    shipping('Motorizado', 'GUIA1'),
    shipping(' MOTORIZADO ', ' '),
    shipping('Motorizados', '', 'shippingIsGiven'),
  ],
};

const expensesOf = (text: string, receipt: (typeof receipts)[number]): BoxExpense[] =>
  text
    .split(' ')
    .filter((part) => part !== '')
    .map((part, index, all) => ({
      id: index + 1,
      estado: Number.parseInt(part, 10),
      needsMaintenance: part.endsWith('m'),
      hasReceipt: receipt === 'all' || (receipt !== 'none' && index < all.length - 1),
    }));

/** Centavos that exceed the fund if an overdraft is forbidden, otherwise undefined. */
const excesses = [undefined, 0, 1] as const;

/** An event in a situation. */
export interface BoxQuestion {
  state: State;
  type: BoxEventType;
  payload: Payload;
  contents: Contents;
  receipt: (typeof receipts)[number];
  profile: ProfileId;
  /** Whether the papers were received; undefined where it is not known. */
  papers?: boolean | undefined;
  /** Whether the PDF of the legalisation is unopened; undefined where it is not known. */
  unread?: boolean | undefined;
  excess?: (typeof excesses)[number] | undefined;
}

/** Contents that meet every payload and condition; the others meet the first payload without conditions. */
const samples: readonly string[] = ['', '1 2m', '3 2m', '6 7 4 10m'];

function* boxCases(only?: Only): Generator<BoxQuestion> {
  for (const state of states.filter((name) => only === undefined || only.state === name))
    for (const type of eventTypes.filter((name) => only === undefined || only.event === name))
      for (const held of contents)
        for (const conditions of samples.includes(held.expenses) ? everyCondition(type) : [{}])
          for (const receipt of type === 'BOX.SEND' ? receipts : (['all'] as const))
            for (const payload of payloadsIn(type, held))
              for (const profile of profiles)
                yield { state, type, payload, contents: held, receipt, profile, ...conditions };
}

const payloadsIn = (type: BoxEventType, { expenses }: Contents): readonly Payload[] =>
  (payloadsOf[type] ?? bare).slice(0, samples.includes(expenses) ? undefined : 1);

type Conditions = Pick<BoxQuestion, 'excess' | 'papers' | 'unread'>;

const unknownOrNot = [undefined, false, true] as const;

function* everyCondition(type: BoxEventType): Generator<Conditions> {
  for (const excess of excesses)
    for (const papers of type === 'BOX.PAPERS_RECEIVED' ? unknownOrNot : [undefined])
      for (const unread of type === 'BOX.SHIP' || type === 'BOX.PDF_OPENED'
        ? unknownOrNot
        : [undefined])
        yield { excess, papers, unread };
}

const stageOf: Partial<Record<BoxEventType, Stage>> = {
  'BOX.SEND_SUPERVISOR': 'supervisor',
  'BOX.SEND_MAINTENANCE': 'maintenance',
  'BOX.SEND_PRELIMINARY': 'preliminary',
  'BOX.SEND_FINAL': 'final',
};

/** The target of an event, or the guards that refuse it. */
export function boxVerdict({
  state,
  type,
  payload,
  contents: held,
  receipt,
  excess,
  papers,
  unread,
  profile,
}: BoxQuestion): { refusedBy: string[]; to?: never } | { to: string; refusedBy?: never } {
  const { from, by, to, guard } = rules[type];
  if (state !== from) return { refusedBy: ['stateAllows'] };
  const refusedBy = [...payload.refusedBy];
  if (!by.includes(profile)) refusedBy.push(guard);
  if (type === 'BOX.SEND' && held.expenses === '') refusedBy.push('hasExpenses');
  if (type === 'BOX.SEND' && held.expenses !== '' && receipt !== 'all')
    refusedBy.push('everyExpenseHasReceipt');
  if ((type === 'BOX.SEND' || type === 'EXPENSE.RECORD') && excess === 1)
    refusedBy.push('fundIsEnough');
  if (papers === true) refusedBy.push('papersAreOnTheirWay');
  if (type === 'BOX.SHIP' && unread === true) refusedBy.push('legalisationIsOpened');
  const stage = stageOf[type];
  if (stage !== undefined && held.waits.includes(stage)) refusedBy.push(unmarked[stage]);
  if (refusedBy.length > 0) return { refusedBy };
  return { to: to === 'as the table says' ? held.supervisorSends : to };
}

const eventOf = ({ type, payload, profile }: BoxQuestion): BoxEvent =>
  ({ ...payload.event, type, actor: { id: 100 + profile, profile } }) as BoxEvent;

const contextOf = ({ contents: held, receipt, excess, papers, unread }: BoxQuestion) => ({
  expenses: expensesOf(held.expenses, receipt),
  ...(excess !== undefined && { excess }),
  ...(papers !== undefined && { hasPapers: papers }),
  ...(unread !== undefined && { pdfUnread: unread }),
});

const titleOf = (one: BoxQuestion): string =>
  `${one.state} ${one.type} "${one.payload.name}" by ${one.profile} with [${one.contents.expenses}], receipt of ${one.receipt}, excess of ${one.excess}, papers ${one.papers}, unread ${one.unread}`;

/** Caches snapshots by their inputs, because many events and profiles share one. */
const snapshotsOf = (machine: AnyStateMachine) => {
  const made = new Map<string, AnyMachineSnapshot>();
  return (one: BoxQuestion): AnyMachineSnapshot => {
    const key = `${one.state} ${one.contents.expenses} ${one.receipt} ${one.excess} ${one.papers} ${one.unread}`;
    const snapshot =
      made.get(key) ?? machine.resolveState({ value: one.state, context: contextOf(one) });
    made.set(key, snapshot);
    return snapshot;
  };
};

const situationOf = ({ value, context }: Pick<AnyMachineSnapshot, 'value' | 'context'>): string =>
  JSON.stringify([value, context]);

const isUnchanged = (next: AnyMachineSnapshot, before: AnyMachineSnapshot): boolean =>
  next.value === before.value && next.context === before.context;

/** Yields each difference between a machine and the tables. */
export function* boxMismatches(machine: AnyStateMachine, only?: Only): Generator<string> {
  const snapshotOf = snapshotsOf(machine);
  for (const one of boxCases(only)) {
    const event = eventOf(one);
    const snapshot = snapshotOf(one);
    const { to } = boxVerdict(one);
    const accepts = snapshot.can(event);
    if (accepts !== (to !== undefined))
      yield `${titleOf(one)}: ${accepts ? 'accepted' : 'refused'}`;
    const [next] = transition(machine, snapshot, event);
    const held: BoxExpense[] = snapshot.context.expenses;
    const expenses = one.type === 'EXPENSE.RECORD' ? [...held, newExpense] : held;
    const papers = one.type === 'BOX.PAPERS_RECEIVED' ? { hasPapers: true } : {};
    const unread = one.type === 'BOX.PDF_OPENED' ? { pdfUnread: false } : {};
    const isRight =
      to === undefined
        ? isUnchanged(next, snapshot)
        : situationOf(next) ===
          situationOf({
            value: to,
            context: { ...snapshot.context, expenses, ...papers, ...unread },
          });
    if (!isRight) yield `${titleOf(one)}: became ${situationOf(next)}`;
  }
}

/** Yields each difference between the explained reasons and the tables. */
export function* boxReasonMismatches(
  machine: AnyStateMachine,
  explain: (snapshot: AnyMachineSnapshot, event: BoxEvent) => FailedGuard[],
): Generator<string> {
  const snapshotOf = snapshotsOf(machine);
  for (const one of boxCases()) {
    const given = explain(snapshotOf(one), eventOf(one)).map(({ guardia }) => guardia);
    const refusedBy = boxVerdict(one).refusedBy ?? [];
    if (given.toSorted().join() !== refusedBy.toSorted().join())
      yield `${titleOf(one)}: [${given}] instead of [${refusedBy}]`;
  }
}

/** Rules for the actions on payments of accounting, stores and administrators, applied to the loaded data. */
import { referenceIsNew, type returnableStates } from '#contract/calls/payments.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import { proposalRefusals, resolutionRefusals } from '../../domain/payment/store-account.ts';
import {
  explainMovement,
  type MovementEvent,
  movementMachine,
} from '../../domain/fund/movement.machine.ts';
import { openingOfForm } from '../../domain/fund/opening.ts';
import { movementStateOf, movementStates } from '../../domain/fund/movements.ts';
import {
  batchEventOf,
  batchGuards,
  batchRefusals,
  batchSnapshot,
  type PaymentOfBatch,
  type FollowedEvent,
} from '../../domain/payment/batch.machine.ts';
import { explainOwed, owedMachine } from '../../domain/payment/owed.machine.ts';
import {
  type PaymentEvent,
  type Proposal,
  explainPayment,
  paymentGuards,
  paymentMachine,
} from '../../domain/payment/payment.machine.ts';
import {
  paidSentence,
  paymentStateOf,
  paymentStates,
  type ShownWay,
  shownWay,
  wayWords,
} from '../../domain/payment/payment-states.ts';
import type { Person } from '../../domain/people/profiles.ts';
import { shortDay } from '../../domain/values/bogota-time.ts';
import { formatPesos, toCentavos } from '../../domain/values/money.ts';
import type { ActingKind } from '../records/acting.machine.ts';
import type { RequestTo } from '../records/record-form.machine.ts';
import type { Problem } from '../steps/result.ts';
import type { ListPage, ListQuery } from '../records/list.machine.ts';

export type Payment = AnswerOf<'/giros'>[number];
export type Batch = AnswerOf<'/lotesGiros'>[number];
export type StorePayment = AnswerOf<'/giroDeCaja'>;
export type OwedExpenses = AnswerOf<'/gastosACargo'>;
export type FundMovements = AnswerOf<'/movimientosFondo'>;
export type StoreAccounts = AnswerOf<'/cuentaTienda'>;
export type ProposedAccounts = AnswerOf<'/cuentasPropuestas'>;
export type PapersRow = AnswerOf<'/papelesEnCamino'>[number];

type Shown = Pick<
  Payment,
  'estado' | 'valor' | 'dia' | 'desde_dia' | 'referencia' | 'gente_cuenta' | 'devolucion' | 'asume'
>;

/** The batch of a payment: who prepared it, and until when the user's fresh rights authorise nothing. */
type OfBatch = Pick<Batch, 'id_preparado_por' | 'reciente_hasta'>;

/** A payment as its state machine sees it. */
function paymentOf(
  { estado, valor, dia, desde_dia, referencia, gente_cuenta, devolucion, asume }: Shown,
  batch: OfBatch | null = null,
): PaymentOfBatch {
  const proposal = devolucion && {
    by: devolucion.id_propuesta_por,
    from: returnableFrom[devolucion.estado],
  };
  return {
    state: paymentStateOf(estado),
    context: {
      granted: toCentavos(valor),
      takenOverBy: asume,
      preparedBy: batch?.id_preparado_por ?? null,
      until: batch?.reciente_hasta ?? null,
      accountPeople: gente_cuenta && {
        proposed: gente_cuenta.propone,
        confirmed: gente_cuenta.confirma,
        until: gente_cuenta.hasta,
      },
      account: null,
      notBefore: desde_dia,
      confirmed: dia === '' ? null : { dia, referencia },
      proposal,
    },
  };
}

function refusedPayment(shown: Shown, event: PaymentEvent): FailedGuard[] {
  const { state, context } = paymentOf(shown);
  return explainPayment(paymentMachine.resolveState({ value: state, context }), event);
}

/** State of a confirmed payment, by its code. */
const returnableFrom = {
  girado: 'paid',
  noRecibido: 'claimed',
  recibido: 'received',
} as const satisfies Record<(typeof returnableStates)[number], Proposal['from']>;

/** Payments of a list, or of a batch. */
export type PaymentQuery = ListQuery & Pick<RequestOf<'/giros'>, 'lista' | 'id_lote'>;

const preparing = (actor: Person, valor: number): PaymentEvent => ({
  type: 'PAYMENT.PREPARE',
  actor,
  lote: 1,
  via: 'transferencia',
  cuenta: null,
  valor,
});

export const listKind: ActingKind<ListPage<Payment>, '/prepararGiros'> = {
  tickable: ({ rows }) => rows.filter(isWaiting),
  refusals: ({ body: { cajas } }, _, actor, ticked) => [
    ...refusedIf(cajas.length === 0, 'cajas', batchGuards.paymentsAreChosen.mensaje),
    ...ticked
      .flatMap((row) => refusedPayment(row, preparing(actor, toCentavos(row.valor))))
      .slice(0, 1),
  ],
};

/** The payment waits for a batch: it is in none, and the store has not claimed it. */
export const isWaiting = ({ estado }: Payment): boolean => estado === paymentStates.waiting.codigo;

/** One batch with its payments. */
export interface BatchFacts {
  batch: Batch;
  payments: readonly Payment[];
}

export type BatchPath =
  | '/autorizarGiros'
  | '/enviarGiros'
  | '/retirarGiros'
  | '/devolverGiros'
  | '/confirmarGiros'
  | '/proponerDevolucion'
  | '/resolverDevolucion'
  | '/corregirGiro';

/** The payments whose state has this event, for any user. */
export const paymentsFor = (
  type: PaymentEvent['type'],
  { payments }: Pick<BatchFacts, 'payments'>,
): Payment[] =>
  payments.filter(({ estado }) =>
    paymentMachine.states[paymentStateOf(estado)]?.transitions.has(type),
  );

/** The batch as its state machine sees it. */
const batchOfPayments = ({ payments }: Pick<BatchFacts, 'payments'>) =>
  batchSnapshot(
    Object.fromEntries(payments.map(({ id_caja, estado }) => [id_caja, paymentStateOf(estado)])),
  );

/** Payments can be taken out of the batch. */
export const isUnsent = (facts: BatchFacts): boolean => batchOfPayments(facts).hasTag('unsent');

/** The next step of the batch is its sending. */
export const isToBeSent = (facts: BatchFacts): boolean =>
  batchOfPayments(facts).matches('authorised');

/** Payments of the batch wait for their confirmation. */
export const isWithBank = (facts: BatchFacts): boolean => batchOfPayments(facts).hasTag('withBank');

const pastWords = {
  confirmado: 'Ya se confirmó el',
  corregido: 'Se corrigió a',
  reclamado: 'La tienda:',
  devuelto: 'Devuelto:',
} as const satisfies Record<Payment['anteriores'][number]['que'], string>;

/** 'Ya se confirmó el 12 nov, ref. 4471.' and what else was said of a payment before. @param today in Colombia */
export const pastSentences = (
  { anteriores }: Pick<Payment, 'anteriores'>,
  today: string,
): string[] =>
  anteriores.map(({ que, dia, referencia, texto }) =>
    dia === ''
      ? `${pastWords[que]} ${texto}`
      : `${pastWords[que]} ${shortDay(dia, today)}, ref. ${referencia}.`,
  );

/** 'Aprobado $ 90.000, retenido $ 30.000.'; what may be kept back of a payment that waits; '' for any other payment. */
export function keptSentence({ valor, retenido, por_retener }: Payment): string {
  if (por_retener !== null)
    return `La tienda debe devolver ${formatPesos(por_retener)} de su base: se puede retener.`;
  return retenido === 0
    ? ''
    : `Aprobado ${formatPesos(valor + retenido)}, retenido ${formatPesos(retenido)}.`;
}

/** The last call with the answer that its references are right; null unless it was refused for one of them. */
export function refusedReference({
  context: { sent: last, problem },
}: {
  context: { sent: { request: RequestTo<BatchPath> } | null; problem: Problem | null };
}): RequestTo<BatchPath> | null {
  const isAsked = problem?.motivos.some(({ guardia }) => guardia === referenceIsNew) === true;
  const request = last?.request;
  if (!isAsked || request === undefined) return null;
  return request.path === '/confirmarGiros' || request.path === '/corregirGiro'
    ? ({ ...request, body: { ...request.body, repetida: 1 } } as RequestTo<BatchPath>)
    : null;
}

/** A payment of the batch is a transfer to an account: the batch is sent with a file for the bank. */
export const needsFile = ({ payments }: BatchFacts): boolean =>
  payments.some(({ via, cuenta }) => via === 'transferencia' && cuenta !== '');

/** Number and pesos of payments, by the file for the bank and by hand. */
export function sumsOf(payments: readonly Payment[]) {
  const part = (aMano: 0 | 1) => {
    const own = payments.filter(({ a_mano }) => a_mano === aMano);
    return { giros: own.length, valor: own.reduce((sum, { valor }) => sum + valor, 0) };
  };
  const [byBank, byHand] = [part(0), part(1)];
  return { byBank, byHand, valor: byBank.valor + byHand.valor, giros: payments.length };
}

/** Names of the users who authorised payments of the batch, each once. */
export const authorisersOf = ({ payments }: BatchFacts): string[] => [
  ...new Set(payments.map((one) => one.autorizado_por).filter((name) => name !== '')),
];

/** The event of the payments that a request concerns, and of those that differ their own. */
function eventsOf({ path, body }: RequestTo<BatchPath>, facts: BatchFacts, actor: Person) {
  const same = <Event extends FollowedEvent>(
    { type, ...more }: Event,
    cajas: readonly number[],
  ) => ({
    type,
    events: new Map(cajas.map((id) => [id, { type, ...more } as Event & FollowedEvent])),
  });
  const whole = (type: 'PAYMENT.AUTHORISE' | 'PAYMENT.SEND') =>
    same(
      { type, actor },
      paymentsFor(type, facts).map(({ id_caja }) => id_caja),
    );
  switch (path) {
    case '/autorizarGiros':
      return whole('PAYMENT.AUTHORISE');
    case '/enviarGiros':
      return whole('PAYMENT.SEND');
    case '/retirarGiros':
      return same({ type: 'PAYMENT.TAKE_OUT', actor }, body.cajas);
    case '/devolverGiros':
      return same({ type: 'PAYMENT.RETURN', actor, motivo: body.motivo }, body.cajas);
    case '/confirmarGiros': {
      const type = 'PAYMENT.CONFIRM';
      const events = body.giros.map(
        ({ id_caja, referencia, dia }) =>
          [id_caja, { type, actor, dia: dia || body.dia, referencia }] as const,
      );
      return { type, events: new Map<number, FollowedEvent>(events) } as const;
    }
    case '/proponerDevolucion':
      return same({ type: 'PAYMENT.PROPOSE_RETURN', actor, motivo: body.motivo }, body.cajas);
    case '/resolverDevolucion': {
      const type = body.aprueba === 1 ? 'PAYMENT.AGREE_RETURN' : 'PAYMENT.REFUSE_RETURN';
      return same({ type, actor }, body.cajas);
    }
    case '/corregirGiro': {
      const { dia, referencia } = body;
      const earlier = { dia_anterior: '', referencia_anterior: '' };
      return same({ type: 'PAYMENT.CORRECT', actor, dia, referencia, ...earlier }, [body.id_caja]);
    }
  }
}

export const batchKind: ActingKind<BatchFacts, BatchPath> = {
  refusals: (request, facts, actor) => {
    const { batch, payments } = facts;
    const { type, events } = eventsOf(request, facts, actor);
    return batchRefusals(
      new Map(payments.map((one) => [one.id_caja, paymentOf(one, batch)])),
      { type: batchEventOf(type), actor },
      events,
    );
  },
};

/** What is typed about one payment; an empty day is the common one. */
export interface TypedConfirmation {
  referencia: string;
  dia: string;
}

/** The payments with a typed reference. */
export const typedPayments = (
  payments: readonly Payment[],
  typed: Readonly<Record<string, TypedConfirmation>>,
): RequestOf<'/confirmarGiros'>['giros'] =>
  payments.flatMap(({ id_caja }) => {
    const { referencia = '', dia = '' } = typed[id_caja] ?? {};
    return referencia.trim() === ''
      ? []
      : [{ id_caja, referencia: referencia.trim(), ...(dia.trim() !== '' && { dia: dia.trim() }) }];
  });

/** The cells of a pasted column; one that is empty leaves its row as it is. */
export function pastedCells(text: string): string[] {
  const lines = text.replace(/[\r\n]+$/, '').split(/\r\n|[\r\n]/);
  return lines.map((line) => (line.split('\t')[0] ?? '').trim());
}

/** A store receives or claims its payment. */
export const storePaymentKind: ActingKind<StorePayment, '/responderGiro'> = {
  refusals: ({ body: { recibido, nota } }, { giro }, actor) =>
    giro === null
      ? [{ guardia: 'giro', mensaje: 'Esta caja no tiene giro.' }]
      : refusedPayment(
          giro,
          recibido === 1
            ? { type: 'PAYMENT.RECEIVE', actor }
            : { type: 'PAYMENT.CLAIM', actor, nota: nota ?? '' },
        ),
};

export const shownWayOf = ({ via, a_mano }: Pick<Payment, 'via' | 'a_mano'>): ShownWay =>
  shownWay(via, a_mano === 0);

/** As `paidSentence`, or the state of a payment that was not paid yet. @param today in Colombia */
export function paymentSentence(
  giro: Pick<Payment, 'dia' | 'via' | 'a_mano' | 'referencia' | 'valor' | 'nombre_estado'>,
  today: string,
): string {
  const { dia, referencia, valor, nombre_estado } = giro;
  const via = shownWayOf(giro);
  // Without an account nobody knows yet in which way it is paid.
  const way = via === 'aMano' ? '' : ` ${wayWords[via]}`;
  return dia === ''
    ? `${nombre_estado}${way}: ${formatPesos(valor)}`
    : paidSentence(shortDay(dia, today), { via, referencia }, formatPesos(valor));
}

export type MovementPath =
  | '/abrirFondo'
  | '/deshacerApertura'
  | '/reconocerMenos'
  | '/consignarMovimiento'
  | '/asumirMovimiento'
  | '/responderGiro';

/** Actions on the movements of a fund: the store answers a payment, money is handed in, a debt is taken over. */
/**
 * What still hinders the fund of a store that was switched off from being settled, in the order in which it is done;
 * `debts` when it is settled on the screen of the debts. Empty for an active store and for a settled fund.
 */
export function stepsToSettle(fund: FundMovements): { step: string; debts: boolean }[] {
  if (fund.activa === 1) return [];
  const { en_caja, en_proceso, por_girar, a_cargo, por_devolver, base } = fund;
  const steps: { pesos: number; words: string; debts?: true }[] = [
    {
      pesos: en_caja,
      words: 'en la caja abierta y en vales: la tienda envía la caja y legaliza los vales.',
    },
    { pesos: en_proceso, words: 'en proceso: se revisan y se cierran las cajas enviadas.' },
    { pesos: por_girar, words: 'por girar: se giran, o se retienen para bajar la base.' },
    { pesos: a_cargo, words: 'a cargo: se consignan o se asumen.', debts: true },
    {
      pesos: por_devolver,
      words: 'por devolver de la base: consígnelos, o reténgalos de un giro.',
    },
    {
      pesos: base - por_devolver,
      words: 'de la base, que nadie ha pedido: un administrador la baja a 0 en «Editar tienda».',
    },
  ];
  return steps
    .filter(({ pesos }) => pesos !== 0)
    .map(({ pesos, words, debts }) => ({
      step: `${formatPesos(pesos)} ${words}`,
      debts: debts === true,
    }));
}

export const movementKind: ActingKind<FundMovements, MovementPath> = {
  refusals: ({ path, body }, { movimientos, disponible, por_abrir }, actor) => {
    if (path === '/responderGiro')
      return refusedIf(
        body.recibido === 0 && (body.nota ?? '').trim() === '',
        'noteIsGiven',
        paymentGuards.noteIsGiven.mensaje,
      );
    if (path === '/abrirFondo') {
      // Who is in charge, and which day it is, the server knows.
      const begins = { isActive: true, isUntouched: por_abrir === 1, custodian: 0, today: '9999' };
      const context = { valor: 0, debtor: null, disponible: 0, begins };
      const opening = openingOfForm(body);
      const snapshot = movementMachine.resolveState({ value: 'unopened', context });
      return explainMovement(snapshot, { type: 'MOVEMENT.OPEN', actor, opening });
    }
    const row = movimientos.find(({ id }) => id === body.id_movimiento);
    const snapshot = movementMachine.resolveState({
      value: movementStateOf(row?.estado ?? movementStates.done.codigo),
      context: {
        valor: toCentavos(row?.valor ?? 0),
        debtor: row?.id_deudor ?? null,
        disponible: toCentavos(disponible),
        // The server lists these events only where they are possible.
        followedBy: [],
        isEarlierBox: true,
      },
    });
    return explainMovement(snapshot, eventOfMovement({ path, body } as SettlingRequest, actor));
  },
};

type SettlingRequest = Exclude<
  RequestTo<MovementPath>,
  { path: '/abrirFondo' } | { path: '/responderGiro' }
>;

function eventOfMovement({ path, body }: SettlingRequest, actor: Person): MovementEvent {
  switch (path) {
    case '/asumirMovimiento':
      return { type: 'MOVEMENT.TAKE_OVER', actor, motivo: body.motivo };
    case '/deshacerApertura':
      return { type: 'MOVEMENT.TAKE_BACK', actor, motivo: body.motivo };
    case '/reconocerMenos': {
      const valor = toCentavos(body.valor);
      return { type: 'MOVEMENT.GRANT_LESS', actor, valor, motivo: body.motivo };
    }
    case '/consignarMovimiento': {
      const { dia, referencia, id_deudor } = body;
      const deudor = id_deudor == null ? null : Number(id_deudor);
      return { type: 'MOVEMENT.PAY_IN', actor, dia, referencia, deudor };
    }
  }
}

/** Actions on the expenses that a store owes. */
export const owedKind: ActingKind<OwedExpenses, '/consignarGasto' | '/asumirGasto'> = {
  refusals: ({ path, body }, { gastos }, actor) => {
    const expense = gastos.find(({ id_gasto }) => id_gasto === body.id_gasto);
    const snapshot = owedMachine.resolveState({
      value: expense === undefined ? 'settled' : 'owed',
      context: {
        owed: toCentavos(expense?.debe ?? 0),
        isClosed: true,
        debtor: expense?.id_deudor ?? null,
      },
    });
    return explainOwed(
      snapshot,
      path === '/consignarGasto'
        ? {
            type: 'OWED.PAID_IN',
            actor,
            dia: body.dia,
            nota: body.nota,
            ...(body.id_deudor != null && { deudor: Number(body.id_deudor) }),
          }
        : { type: 'OWED.TAKEN_OVER', actor, motivo: body.motivo },
    );
  },
};

/** The payment account of a store: an administrator proposes a change, another person confirms it. */
export const accountKind: ActingKind<StoreAccounts, '/proponerCuenta' | '/resolverCuenta'> = {
  refusals: ({ path, body }, { propuesta, reciente_hasta: until }, actor) =>
    path === '/proponerCuenta'
      ? proposalRefusals(body)
      : resolutionRefusals(propuesta?.id_creada_por ?? null, {
          actor,
          confirma: body.confirma,
          until,
        }),
};

/** The proposed accounts of all stores: what others proposed is confirmed at once. */
export const accountsKind: ActingKind<ProposedAccounts, '/confirmarCuentas'> = {
  refusals: ({ body }, { cuentas, reciente_hasta: until }, actor) =>
    cuentas
      .filter(({ id }) => body.cuentas.includes(id))
      .flatMap(({ id_creada_por }) =>
        resolutionRefusals(id_creada_por, { actor, confirma: 1, until }),
      )
      .slice(0, 1),
};

/** The administrator who proposed a change withdraws it; another one rejects it. */
export const isOwnProposal = ({ propuesta }: StoreAccounts, actor: Person): boolean =>
  propuesta?.id_creada_por === actor.id;

/** Papers that were shipped and have not been received. */
export const papersKind: ActingKind<ListPage<PapersRow>, '/recibirPapeles'> = {
  tickable: ({ rows }) => rows,
  refusals: ({ body: { cajas = [], guia = '' } }) =>
    refusedIf(
      (cajas.length === 0) === (guia.trim() === ''),
      'guia',
      'Elija las cajas o escriba la guía.',
    ),
};

/** Mails about the money of a store: its box was paid, or its account changes. */
import type { PaymentWay } from '#contract/calls/payments.calls.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { movementKinds } from '#machines/domain/fund/movements.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { ownReference, paidSentence, wayWords } from '#machines/domain/payment/payment-states.ts';
import { shortfallOfAmount } from '#machines/domain/fund/box-money.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { addressesOfStore } from '../shipping/shipping.repository.ts';
import {
  maskedAccount,
  type AccountRow,
  accountOfStore,
  paymentOf,
  shortfallsOfBox,
  whyNotGranted,
} from './payments.repository.ts';

/** Mails the store and its main manager, in the transaction of the confirmation. @param key of the payment */
export async function mailPayment(
  trx: Trx,
  { session, config, now }: Pick<SessionContext, 'session' | 'config' | 'now'>,
  key: number,
): Promise<void> {
  const payment = await paymentOf(trx, session, key);
  if (payment === undefined) return;
  const addresses = await addressesOfStore(trx, payment.id_tienda);
  if (addresses.length === 0) return;
  const { dia, via, referencia, valor } = payment;
  const attempt = { via: via ?? '', referencia: referencia ?? '' };
  const isBox = payment.tipo === null;
  const missing = (isBox ? await shortfallsOfBox(trx, key) : []).map(
    (one) => `• ${one.concepto}: ${formatMoney(shortfallOfAmount(one))}. ${whyNotGranted(one)}`,
  );
  const mail = {
    para: addresses.join(', '),
    asunto:
      payment.tipo === null
        ? `Caja menor n.º ${payment.consecutivo} – ${payment.tienda}: girada`
        : `${movementKinds[payment.tipo]} – ${payment.tienda}: girado`,
    texto: [
      `${paidSentence(shortDate(dia ?? ''), attempt, formatMoney(valor))}.`,
      `Nuestra referencia: ${ownReference(payment.id_giro ?? 0)}.`,
      ...(payment.retenido === 0
        ? []
        : [`Se retuvieron ${formatMoney(payment.retenido)} para bajar la base del fondo.`]),
      ...(missing.length === 0 ? [] : ['', 'No se reconoció:', ...missing]),
      '',
      isBox
        ? 'Cuando tenga el dinero, márquelo en la caja.'
        : 'Cuando tenga el dinero, márquelo en los movimientos del fondo.',
    ].join('\n'),
    enlace: {
      titulo: 'Recibí el dinero',
      direccion: `${config.publicUrl}/#/${isBox ? `verCaja/${key}` : `cajaActual/${payment.id_tienda}/movimientos`}`,
    },
  };
  await queueMail(trx, mail, now());
}

const unexpected = 'Si no lo esperaba, avise hoy mismo a la administración.';
const asBefore = 'Los giros siguen como antes.';

/** Words for each step of an account change: for the subject, for the action of its author, and the advice. */
const accountWords = {
  proposed: ['quieren cambiar', 'propuso', unexpected],
  confirmed: ['cambió', 'confirmó', unexpected],
  rejected: ['no cambió', 'rechazó', asBefore],
  withdrawn: ['no cambió', 'retiró la propuesta de', asBefore],
} as const;

/** Mails the store and its main manager about a change of the account, before the next payment. */
export async function mailAccount(
  trx: Trx,
  { now }: Pick<SessionContext, 'now'>,
  account: Pick<AccountRow, 'id_tienda' | 'via' | 'banco' | 'numero'>,
  author: string,
  change: keyof typeof accountWords,
): Promise<void> {
  const addresses = await addressesOfStore(trx, account.id_tienda);
  if (addresses.length === 0) return;
  const { tienda } = await accountOfStore(trx, account.id_tienda);
  const where = [account.banco, maskedAccount(account.numero)].filter(Boolean).join(' ');
  const [subject, done, advice] = accountWords[change];
  const mail = {
    para: addresses.join(', '),
    asunto: `Caja menor: ${subject} cómo se gira a ${tienda}`,
    texto: [
      `${author} ${done} que los giros de ${tienda} vayan ${wayWords[account.via as PaymentWay]}${where === '' ? '' : `: ${where}`}.`,
      advice,
    ].join('\n'),
  };
  await queueMail(trx, mail, now());
}

/** Mails about the money of a store: its box was paid, or its account changes. */
import type { PaymentWay } from '#contract/calls/payments.calls.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { movementName } from '#machines/domain/fund/movements.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import {
  ownReference,
  paidSentence,
  shownWay,
  wayWords,
} from '#machines/domain/payment/payment-states.ts';
import { shortfallOfAmount } from '#machines/domain/case/box-money.ts';
import { queueMail, queueMails } from '../outbox/outbox.repository.ts';
import { addressesOfStore, addressesOfStores } from '../shipping/shipping.repository.ts';
import {
  maskedAccount,
  type AccountRow,
  accountsOfStores,
  type ListedPayment,
  paymentsOf,
  shortfallsOfBoxes,
  whyNotGranted,
} from './payments.repository.ts';

/** Mails the stores and their main managers, in the transaction of the confirmation. @param keys of the payments */
export async function mailPayments(
  trx: Trx,
  { session, config, now }: Pick<SessionContext, 'session' | 'config' | 'now'>,
  keys: readonly number[],
): Promise<void> {
  const payments = await paymentsOf(trx, session, keys);
  const addresses = await addressesOfStores(
    trx,
    payments.map(({ id_tienda }) => id_tienda),
  );
  const missing = grouped(
    await shortfallsOfBoxes(
      trx,
      keys.filter((key) => key > 0),
    ),
    ({ id_caja }) => id_caja,
    (one) => `• ${one.concepto}: ${formatMoney(shortfallOfAmount(one))}. ${whyNotGranted(one)}`,
  );
  const mails = payments.flatMap((payment) => {
    const to = addresses.get(payment.id_tienda) ?? [];
    return to.length === 0 ? [] : [paymentMail(payment, to, missing.get(payment.id_caja) ?? [])];
  });
  await queueMails(
    trx,
    mails.map(({ donde, ...mail }) => ({
      ...mail,
      enlace: { titulo: 'Recibí el dinero', direccion: `${config.publicUrl}/#/${donde}` },
    })),
    now(),
  );
}

const paymentMail = (
  { id_caja, id_tienda, tipo, retenido, id_giro, tienda, consecutivo, ...paid }: ListedPayment,
  addresses: readonly string[],
  missing: readonly string[],
) => {
  const { dia, via, id_cuenta, referencia, valor } = paid;
  const attempt = { via: shownWay(via ?? '', id_cuenta !== null), referencia: referencia ?? '' };
  const isBox = tipo === null;
  return {
    donde: isBox ? `verCaja/${id_caja}` : `cajaActual/${id_tienda}/movimientos`,
    para: addresses.join(', '),
    asunto:
      tipo === null
        ? `Caja menor n.º ${consecutivo} – ${tienda}: girada`
        : `${movementName(tipo, consecutivo)} – ${tienda}: girado`,
    texto: [
      `${paidSentence(shortDate(dia ?? ''), attempt, formatMoney(valor))}.`,
      `Nuestra referencia: ${ownReference(id_giro ?? 0)}.`,
      ...(retenido === 0
        ? []
        : [`Se retuvieron ${formatMoney(retenido)} para bajar la base del fondo.`]),
      ...(missing.length === 0 ? [] : ['', 'No se reconoció:', ...missing]),
      '',
      isBox
        ? 'Cuando tenga el dinero, márquelo en la caja.'
        : 'Cuando tenga el dinero, márquelo en los movimientos del fondo.',
    ].join('\n'),
  };
};

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
  const tienda = (await accountsOfStores(trx, [account.id_tienda])).get(account.id_tienda)?.tienda;
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

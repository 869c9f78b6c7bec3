import { successes } from '#contract/errors.ts';
import { accountOf, type ExpenseAmount } from '#machines/domain/fund/fund.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import { lockBox } from '../cases/box.repository.ts';
import { expensesOfBox } from '../cases/expense.repository.ts';
import { isWaiting, type Mail, queueMail } from '../outbox/outbox.repository.ts';
import { boxInScope, type PlacedBox } from '../cases/scope.repository.ts';
import { addressesOfStore } from '../shipping/shipping.repository.ts';
import { isOpen } from '../cases/stored-box-case.ts';
import { done, type Operation } from '../../platform/http/operation.ts';
import { notSentYet } from './legalisation.ts';

const mailOf = (
  box: PlacedBox,
  expenses: readonly ExpenseAmount[],
  addresses: readonly string[],
): Mail => ({
  para: addresses.join(', '),
  asunto: `Legalización de caja menor n.º ${box.consecutivo} – ${box.tienda}`,
  texto: [
    `Adjunto encontrará la legalización de la caja menor n.º ${box.consecutivo} de la tienda ${box.tienda}.`,
    '',
    ...accountOf(expenses, box.active).map(({ label, amount }) => `${label}: ${amount}`),
    '',
    'Este mensaje fue enviado por la aplicación de caja menor. Por favor no lo responda.',
  ].join('\n'),
  adjuntos: [{ tipo: 'legalizacion', id_caja: box.id }],
});

/** /enviarSoporteCorreo: the legalisation goes to the store's address and its main manager's. */
const mailLegalisation: Operation<'/enviarSoporteCorreo'> = ({ id_caja }, context) =>
  context.write(async (trx) => {
    const box = await boxInScope(trx, context.session, id_caja);
    if (isOpen(box)) throw notSentYet();
    const addresses = await addressesOfStore(trx, box.id_tienda);
    if (addresses.length === 0)
      throw brokenRule('email', 'La tienda no tiene un correo registrado.');
    // Whoever asks at the same time waits here, and then finds this mail.
    await lockBox(trx, box.id);
    const mail = mailOf(box, await expensesOfBox(trx, box.id), addresses);
    if (!(await isWaiting(trx, mail))) await queueMail(trx, mail, context.now());
    return done(successes.mailed);
  });

export const legalisationOperations = { '/enviarSoporteCorreo': mailLegalisation };

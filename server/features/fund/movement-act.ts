/** The act of a movement of a fund: one page with who, when, why and how much, and lines to sign. */
import { movementKinds } from '#machines/domain/fund/movements.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { found } from '../../platform/errors/http-error.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { drawSignedSheet, type SignedSheet, underTitle } from '../legalisation/signed-sheet.ts';
import { movementInScope } from '../cases/stored-movement.ts';
import { companyLine, companyLogo } from '../settings/settings.ts';
import { movementsOfStore, stateNameOf } from './movement.operations.ts';

type Movement = Awaited<ReturnType<typeof movementsOfStore>>[number];

const factsOf = (movement: Movement): SignedSheet['facts'] => [
  ['Estado', stateNameOf(movement)],
  ['Escrito por', `${movement.persona}, ${dateTimeInBogota(movement.creado)}`],
  ['Caja', movement.caja_externa === null ? '' : `n.º ${movement.caja_externa}`],
  ['Por qué', movement.motivo],
  ['A cargo de', movement.deudor ?? ''],
  ['Día', movement.dia_giro ?? movement.dia],
  ['Referencia', movement.referencia_giro ?? movement.referencia],
  [
    'Resuelto por',
    movement.resuelto === null
      ? ''
      : `${movement.resuelto_por ?? ''}, ${dateTimeInBogota(movement.resuelto)}`,
  ],
];

const drawAct = (
  head: Pick<SignedSheet, 'subtitle' | 'logo'>,
  movement: Movement,
  now: number,
): Promise<Buffer> =>
  drawSignedSheet(
    {
      ...head,
      title: `${movementKinds[movement.tipo]} n.º ${movement.id}`,
      valor: movement.valor,
      facts: factsOf(movement),
      signatures: ['tienda', 'empresa'].map((side) => `Por la ${side}: nombre, documento y firma`),
    },
    now,
  );

/** @throws HttpError 404 when the session does not see the store of the movement */
export async function movementAct(
  context: Pick<SessionContext, 'read' | 'session' | 'now' | 'config'>,
  id: number,
): Promise<{ filename: string; bytes: Buffer }> {
  const { head, movement } = await context.read(async (trx) => {
    const { id_tienda } = await movementInScope(trx, context.session, id);
    const { nombre } = await trx
      .selectFrom('tiendas')
      .select('nombre')
      .where('id', '=', id_tienda)
      .executeTakeFirstOrThrow();
    const rows = await movementsOfStore(trx, id_tienda);
    const subtitle = underTitle(nombre, await companyLine(trx, context.config));
    const head = { subtitle, logo: await companyLogo(trx) };
    return { head, movement: found(rows.find((row) => row.id === id)) };
  });
  const bytes = await drawAct(head, movement, context.now());
  return { filename: `acta-movimiento-${id}.pdf`, bytes };
}

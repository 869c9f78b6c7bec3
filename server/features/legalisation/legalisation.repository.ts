import { sql } from 'kysely';
import type { BoxEventType } from '#machines/domain/box/box.machine.ts';
import { actedFor } from '#machines/domain/people/delegation.ts';
import { paidSentence, shownWay } from '#machines/domain/payment/payment-states.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { peopleNamedBy } from '../stores/store.repository.ts';
import { withCategories } from '../boxes/box-answer.ts';
import { mainPerson } from '../cases/box-location.repository.ts';
import { paidAttempt } from '../cases/payment.repository.ts';
import { reasonOfExpense } from '../cases/box.repository.ts';
import { expenseSupplier } from '../cases/scope.repository.ts';

/** A column of the last of these events of the box. */
const ofLast = (fact: string, ...events: readonly [BoxEventType, ...BoxEventType[]]) =>
  sql<string | null>`(select ${sql.raw(fact)} from evento
    join usuarios as autor on autor.id = evento.id_actor
    where evento.id_caja = cajas.id and evento.evento in (${sql.join(events)})
    order by evento.secuencia desc limit 1)`;

/** Name of the person who last fired one of these events on the box. */
const lastAuthorOf = (...events: readonly [BoxEventType, ...BoxEventType[]]) =>
  ofLast('autor.razon_social', ...events);

/** Facts of a box for its legalisation, with the people who sent and decided it, not the current ones; in centavos. */
export async function boxForLegalisation(trx: Trx, idCaja: number) {
  const { envia, envio_supervisor, responsable, decide_supervisor, ...head } = await headOf(
    trx,
    idCaja,
  );
  const { dia, via, id_cuenta, referencia, valor, ...box } = head;
  const { enNombreDe } = JSON.parse(envio_supervisor ?? '{}') as { enNombreDe?: number };
  const [absent] = enNombreDe === undefined ? [] : await peopleNamedBy(trx, [enNombreDe]);
  return {
    ...box,
    /** '' until the box is paid. */
    pago:
      dia === null
        ? ''
        : paidSentence(
            shortDate(dia),
            { via: shownWay(via ?? '', id_cuenta !== null), referencia: referencia ?? '' },
            formatMoney(valor ?? 0),
          ),
    responsable: envia ?? responsable,
    decide_supervisor:
      decide_supervisor === null ? null : actedFor(decide_supervisor, absent?.razon_social),
  };
}

const headOf = (trx: Trx, idCaja: number) =>
  trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .innerJoin('ciudades', 'ciudades.id', 'tiendas.id_ciudad')
    .innerJoin('usuarios as supervisor', 'supervisor.id', 'tiendas.id_supervisor')
    .leftJoin('responsable_tienda', mainPerson)
    .leftJoin('usuarios as responsable', 'responsable.id', 'responsable_tienda.id_usuario')
    .leftJoin('empresas', 'empresas.id', 'cajas.id_empresa')
    .leftJoin('giro', paidAttempt)
    .select([
      'giro.dia',
      'giro.via',
      'giro.id_cuenta',
      'giro.referencia',
      'giro.valor',
      'cajas.active',
      'cajas.consecutivo',
      'cajas.fecha',
      'cajas.fecha_movimiento',
      'cajas.codigo_soporte',
      'tiendas.nombre as tienda',
      'tiendas.direccion',
      'tiendas.centro_costo',
      'ciudades.nombre as ciudad',
      'supervisor.razon_social as supervisor',
      lastAuthorOf('BOX.SEND').as('envia'),
      lastAuthorOf('BOX.SEND_SUPERVISOR').as('decide_supervisor'),
      ofLast('evento.payload', 'BOX.SEND_SUPERVISOR').as('envio_supervisor'),
      lastAuthorOf('BOX.SEND_PRELIMINARY', 'BOX.SEND_FINAL').as('decide_contabilidad'),
      'responsable.razon_social as responsable',
      'empresas.nombre as empresa',
      ({ selectFrom }) =>
        selectFrom('evento')
          .select('evento.instante')
          .whereRef('evento.id_caja', '=', 'cajas.id')
          .where('evento.evento', '=', 'BOX.SEND')
          .limit(1)
          .as('enviada'),
    ])
    .where('cajas.id', '=', idCaja)
    .executeTakeFirstOrThrow();

export type LegalisedBox = Awaited<ReturnType<typeof boxForLegalisation>> & {
  /** The line of the company. */
  compania: string;
  /** '' without one. */
  logo: string;
};

const expenseFacts = (trx: Trx, idCaja: number) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
    .leftJoin('motivo_rechazo', (join) => join.on('motivo_rechazo.id', '=', reasonOfExpense))
    .select([
      'gastos.id',
      'gastos.fecha_gasto',
      'gastos.proveedor_nombre',
      'gastos.recibo',
      'gastos.numero_factura',
      'gastos.valor',
      'gastos.reembolsar',
      'gastos.estado',
      'cajas.active',
      'gastos.soporte',
      'gastos.soporte_sha256',
      'gastos.soporte_tipo',
      'gastos.soporte_bytes',
      'proveedores.num_doc',
      'proveedores.digito',
      'motivo_rechazo.nombre as motivo',
    ])
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gastos.id')
    .execute();

/** The expenses of a box as its legalisation lists them; amounts in centavos. */
export const expensesForLegalisation = async (trx: Trx, idCaja: number) =>
  withCategories(trx, idCaja, await expenseFacts(trx, idCaja));

export type LegalisedExpense = Awaited<ReturnType<typeof expensesForLegalisation>>[number];

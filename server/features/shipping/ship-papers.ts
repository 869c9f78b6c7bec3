import { successes } from '#contract/errors.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import { nameOf } from '../reference/reference.repository.ts';
import { boxInScope } from '../cases/scope.repository.ts';
import { boxesOfGuide, findShippingCompany, papersOnTheirWay } from './shipping.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { announceMove } from '../notices/notice-mails.ts';
import { actorOf, done, type Operation, pageFor } from '../../platform/http/operation.ts';

const unknownCompany = () =>
  brokenRule(
    'id_empresa',
    'Elija una empresa de envío activa de la ciudad de la tienda o de cubrimiento nacional.',
  );

const findCompany = async (trx: Trx, id: number | null | undefined, idCiudad: number) =>
  id == null ? undefined : findShippingCompany(trx, id, idCiudad);

/** /enviarSoporteCaja: the store ships the papers with a company and a guide number. */
const shipPapers: Operation<'/enviarSoporteCaja'> = (input, context) =>
  context.write(async (trx) => {
    const { id, id_ciudad_tienda } = await boxInScope(trx, context.session, input.id_caja);
    const company = await findCompany(trx, input.id_empresa, id_ciudad_tienda);
    const box = await BoxCase.open(trx, id, context.now());
    box.requireBoxVersion(input.version);
    const codigo = input.codigo?.trim() ?? '';
    const event = { type: 'BOX.SHIP', actor: actorOf(context.session), codigo } as const;
    if (company === undefined) {
      // Refusals by the state or the form come before the unknown company.
      await box.requireAllowed({ ...event, empresa: input.id_empresa == null ? null : '' });
      throw unknownCompany();
    }
    await box.fire(
      { ...event, empresa: company.nombre },
      { id_empresa: company.id, codigo_soporte: codigo },
    );
    await announceMove(trx, context, box.box, boxStates.readyToShip.codigo);
    return done(successes.sent);
  });

/** /obtenerSoportes: company and guide; empty before the papers were sent. */
const shippingOfBox: Operation<'/obtenerSoportes'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const { id_empresa, codigo_soporte } = await boxInScope(trx, context.session, id_caja);
    if (id_empresa === null) return {};
    const empresa = await nameOf(trx, 'empresas', id_empresa);
    return { empresa, codigo_soporte: codigo_soporte ?? '' };
  });

const papers: Operation<'/papelesEnCamino'> = (request, context) =>
  pageFor(context, async (trx) => {
    const { rows, total } = await papersOnTheirWay(trx, context.session, request);
    return {
      total,
      rows: rows.map(({ consecutivo, empresa, guia, ...row }) => ({
        ...row,
        consecutivo: consecutivo ?? 0,
        empresa: empresa ?? '',
        guia: guia ?? '',
      })),
    };
  });

/** /recibirPapeles: either by boxes of the list, or by a guide that was typed or scanned. */
const receivePapers: Operation<'/recibirPapeles'> = ({ cajas = [], guia = '' }, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const code = guia.trim();
    if ((cajas.length === 0) === (code === ''))
      throw brokenRule('guia', 'Elija las cajas o escriba la guía.');
    const ids = code === '' ? cajas : await boxesOfGuide(trx, session, code);
    if (ids.length === 0) throw brokenRule('guia', 'Ninguna caja en camino tiene esa guía.');
    for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) {
      await boxInScope(trx, session, id);
      await (await BoxCase.open(trx, id, context.now())).receivePapers(actorOf(session));
    }
    return done(successes.saved, { recibidas: new Set(ids).size });
  });

export const shippingOperations = {
  '/papelesEnCamino': papers,
  '/recibirPapeles': receivePapers,
  '/enviarSoporteCaja': shipPapers,
  '/obtenerSoportes': shippingOfBox,
};

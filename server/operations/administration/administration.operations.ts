import { targetNames } from '#contract/calls/administration.calls.ts';
import { successes } from '#contract/errors.ts';
import {
  setMailHour,
  setMaximumForOccasionalSupplier,
  setOverdraftPolicy,
  setRequiredProfiles,
  setStageTarget,
} from '../../repositories/settings.repository.ts';
import { authorOf, type Operation } from '../operation.ts';
import { companies, companyById, createCompany, editCompany } from './company.operations.ts';
import { activateElement, removeElement } from './element.operations.ts';
import { outgoingMails, retryMail } from './outgoing-mail.operations.ts';
import { createStore, editStore, storeById, stores } from './store.operations.ts';
import { createUser, editUser, userById, users } from './user.operations.ts';

const saveSettings: Operation<'/configGeneral'> = (input, context) =>
  context.write(async (trx) => {
    const by = authorOf(context);
    await setMaximumForOccasionalSupplier(trx, input.monto_maximo, by);
    if (input.exceso_fondo !== undefined) await setOverdraftPolicy(trx, input.exceso_fondo, by);
    if (input.perfiles_segundo_factor)
      await setRequiredProfiles(trx, input.perfiles_segundo_factor, by);
    for (const field of targetNames) {
      const days = input[field];
      if (days !== undefined) await setStageTarget(trx, field, days, by);
    }
    if (input.hora_correo) await setMailHour(trx, input.hora_correo, by);
    return [{ status: '200' as const, msg: successes.saved }];
  });

export const administrationOperations = {
  '/obtenerUsuarios': users,
  '/obtenerUsuarioById': userById,
  '/registrarUsuario': createUser,
  '/editarUsuario': editUser,
  '/obtenerEmpresas': companies,
  '/obtenerEmpresaById': companyById,
  '/crearEmpresa': createCompany,
  '/editarEmpresa': editCompany,
  '/obtenerTiendas': stores,
  '/obtenerTiendaById': storeById,
  '/agregarTienda': createStore,
  '/editarTienda': editStore,
  '/configGeneral': saveSettings,
  '/actdesElemento': activateElement,
  '/eliminarElemento': removeElement,
  '/correosSalientes': outgoingMails,
  '/reintentarCorreo': retryMail,
};

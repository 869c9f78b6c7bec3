import { targetNames } from '#contract/calls/administration.calls.ts';
import { successes } from '#contract/errors.ts';
import { setSetting } from './settings.repository.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';

const saveSettings: Operation<'/configGeneral'> = (input, context) =>
  context.write(async (trx) => {
    const by = authorOf(context);
    const { monto_maximo, exceso_fondo, perfiles_segundo_factor, hora_correo } = input;
    const { dias_habiles, hora_apertura, hora_cierre } = input;
    await setSetting(trx, 'monto_maximo', String(monto_maximo), by);
    if (exceso_fondo !== undefined) await setSetting(trx, 'exceso_fondo', exceso_fondo, by);
    if (perfiles_segundo_factor) {
      const profiles = [...new Set(perfiles_segundo_factor)].toSorted((a, b) => a - b);
      await setSetting(trx, 'perfiles_segundo_factor', profiles.join(','), by);
    }
    for (const field of targetNames) {
      const days = input[field];
      if (days !== undefined) await setSetting(trx, field, String(days ?? ''), by);
    }
    if (dias_habiles) {
      const days = [...new Set(dias_habiles)].toSorted((a, b) => a - b);
      await setSetting(trx, 'dias_habiles', days.join(','), by);
    }
    if (hora_apertura) await setSetting(trx, 'hora_apertura', hora_apertura, by);
    if (hora_cierre) await setSetting(trx, 'hora_cierre', hora_cierre, by);
    if (hora_correo) await setSetting(trx, 'hora_correo', hora_correo, by);
    return done(successes.saved);
  });

export const settingsOperations = { '/configGeneral': saveSettings };

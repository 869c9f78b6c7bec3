import { targetNames } from '#contract/calls/administration.calls.ts';
import { successes } from '#contract/errors.ts';
import { setSetting } from './settings.repository.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';

/** Settings of payments; a list is written with commas. */
const paymentSettings = [
  'control_giros',
  'cuenta_pagadora',
  'tipo_cuenta_pagadora',
  'columnas_giros',
] as const;

const saveSettings: Operation<'/configGeneral'> = (input, context) =>
  context.write(async (trx) => {
    const by = authorOf(context);
    const { monto_maximo, exceso_fondo, perfiles_segundo_factor, hora_correo } = input;
    await setSetting(trx, 'monto_maximo', String(monto_maximo), by);
    if (exceso_fondo !== undefined) await setSetting(trx, 'exceso_fondo', exceso_fondo, by);
    for (const field of paymentSettings) {
      const value = input[field];
      if (value !== undefined) await setSetting(trx, field, String(value), by);
    }
    if (perfiles_segundo_factor) {
      const profiles = [...new Set(perfiles_segundo_factor)].toSorted((a, b) => a - b);
      await setSetting(trx, 'perfiles_segundo_factor', profiles.join(','), by);
    }
    for (const field of targetNames) {
      const days = input[field];
      if (days !== undefined) await setSetting(trx, field, String(days ?? ''), by);
    }
    if (hora_correo) await setSetting(trx, 'hora_correo', hora_correo, by);
    return done(successes.saved);
  });

export const settingsOperations = { '/configGeneral': saveSettings };

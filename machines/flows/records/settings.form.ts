/**
 * The general settings: what stores may buy in one box from a supplier that a store created, and what becomes
 * of an expense that the fund of its store cannot pay.
 */
import { fillAll, type OverdraftPolicy } from '#contract/calls/administration.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { formatTyped, parseMoney, toCentavos, toPesos } from '#machines/domain/money.ts';
import { isProfileId, type ProfileId } from '#machines/domain/profiles.ts';
import { createRecordFormMachine } from './record-form.machine.ts';

export interface SettingsFacts {
  /** Pesos as the table `config` keeps them; '' when nothing is kept. */
  monto_maximo: string;
  exceso_fondo: OverdraftPolicy;
  /** Profiles that must have a second factor, as `1,6`. */
  perfiles_segundo_factor: string;
}

/** As typed: `$ 500.000`. */
export interface SettingsValues {
  monto_maximo: string;
  exceso_fondo: OverdraftPolicy;
  perfiles_segundo_factor: readonly ProfileId[];
}

export type SettingsRequest = { path: '/configGeneral'; body: RequestOf<'/configGeneral'> };

export const settingsMessages = {
  required: 'Este campo es obligatorio',
  number: 'Solo números',
} as const;

/** As `/formatearNumero` writes it: what is shown is accepted again. */
export function initialSettingsValues({
  monto_maximo,
  exceso_fondo,
  perfiles_segundo_factor,
}: SettingsFacts): SettingsValues {
  const pesos = Number(monto_maximo);
  const isAmount = monto_maximo !== '' && Number.isFinite(pesos);
  return {
    monto_maximo: isAmount ? formatTyped(toCentavos(pesos)) : '',
    exceso_fondo,
    perfiles_segundo_factor: perfiles_segundo_factor.split(',').map(Number).filter(isProfileId),
  };
}

export function settingsRefusals({ monto_maximo }: SettingsValues): FailedGuard[] {
  if (monto_maximo.trim() === '')
    return [{ guardia: 'monto_maximo', mensaje: settingsMessages.required }];
  return parseMoney(monto_maximo) === null
    ? [{ guardia: 'monto_maximo', mensaje: settingsMessages.number }]
    : [];
}

const settingsRequest = (values: SettingsValues): SettingsRequest => ({
  path: '/configGeneral',
  body: {
    monto_maximo: toPesos(parseMoney(values.monto_maximo) ?? 0),
    exceso_fondo: values.exceso_fondo,
    perfiles_segundo_factor: [...values.perfiles_segundo_factor],
  },
});

export const settingsKind = {
  refusals: settingsRefusals,
  request: settingsRequest,
  incomplete: fillAll,
  destination: null,
};

export const settingsMachine = createRecordFormMachine<
  SettingsFacts,
  SettingsValues,
  SettingsRequest
>(settingsKind);

/**
 * The general settings: what stores may buy in one box from a supplier that a store created, and what becomes
 * of an expense that the fund of its store cannot pay.
 */
import { fillAll, type OverdraftPolicy } from '#contract/calls/administration.calls.ts';
import { formatTyped, parseMoney, toCentavos, toPesos } from '#machines/domain/money.ts';
import { isProfileId } from '#machines/domain/profiles.ts';
import { createRecordFormMachine } from './record-form.machine.ts';
import { meaningless, type RequestTo, recordKind } from './record-kind.ts';

export interface SettingsFacts {
  /** Pesos as the table `config` keeps them; '' when nothing is kept. */
  monto_maximo: string;
  exceso_fondo: OverdraftPolicy;
  /** Profiles that must have a second factor, as `1,6`. */
  perfiles_segundo_factor: string;
}

/** The amount as `/formatearNumero` writes it: what is shown is accepted again. */
export function initialSettingsValues(facts: SettingsFacts) {
  const pesos = Number(facts.monto_maximo);
  const isAmount = facts.monto_maximo !== '' && Number.isFinite(pesos);
  return {
    /** As typed: `$ 500.000`. */
    monto_maximo: isAmount ? formatTyped(toCentavos(pesos)) : '',
    exceso_fondo: facts.exceso_fondo,
    perfiles_segundo_factor: facts.perfiles_segundo_factor
      .split(',')
      .map(Number)
      .filter(isProfileId),
  };
}

export type SettingsValues = ReturnType<typeof initialSettingsValues>;

export const settingsKind = recordKind<SettingsFacts, SettingsValues, '/configGeneral'>({
  request: (values) => {
    const centavos = parseMoney(values.monto_maximo);
    const monto_maximo = centavos === null ? undefined : toPesos(centavos);
    return {
      path: '/configGeneral',
      body: { ...values, monto_maximo },
    } as RequestTo<'/configGeneral'>;
  },
  rules: ({ monto_maximo }, _, body) =>
    meaningless('monto_maximo', monto_maximo, body.monto_maximo, 'Solo números'),
  incomplete: fillAll,
  destination: null,
});

export const settingsMachine = createRecordFormMachine(settingsKind);

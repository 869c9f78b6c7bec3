/**
 * The general settings: the company, the maximum that a store may buy in one box from suppliers that stores created, the overdraft
 * policy, the profiles with a second factor, the targets of the stages, the working time, the reminders to stores, the
 * thresholds of deviations, the time of the daily mail, and the payments.
 */
import { hoursOfDay, type WorkingHours } from '#machines/domain/values/working-hours.ts';
import {
  companyProfile,
  type HoursField,
  hoursFields,
  type OverdraftPolicy,
  type NumberField,
  numberNames,
  type TargetField,
  targetNames,
  usualNumbers,
} from '#contract/calls/administration.calls.ts';
import {
  type CounterAccount,
  type EntrySetting,
  type EntryTemplate,
  entrySettings,
} from '#contract/calls/entries.calls.ts';
import type { BankColumn, BankFormat, PayingKind } from '#contract/calls/payments.calls.ts';
import { fillAll } from '#contract/fields.ts';
import { readDocument, withCheckDigit } from '#contract/typed-values.ts';
import { usualMailHour } from '#machines/domain/people/mail-choice.ts';
import { payerRefusals } from '#machines/domain/payment/bank-format.ts';
import type { WithholdingRule } from '#machines/domain/expense/withholding.ts';
import { typedDate } from '#machines/domain/values/dates.ts';
import { formatTyped, toCentavos, typedPesos } from '#machines/domain/values/money.ts';
import { isProfileId } from '#machines/domain/people/profiles.ts';
import {
  type RequestTo,
  createRecordFormMachine,
  unparsableRefusals,
  recordKind,
} from '../records/record-form.machine.ts';

export interface SettingsFacts {
  /** Undefined while no setting is stored. */
  version?: number | undefined;
  /** Pesos as stored in the table `config`; '' when nothing is saved. */
  monto_maximo: string;
  exceso_fondo: OverdraftPolicy;
  /** Profiles that must have a second factor, as `1,6`. */
  perfiles_segundo_factor: string;
  /** Working days as stored in the table `config`; '' for no target. */
  metas: Record<TargetField, string>;
  /** Thresholds of deviations and reminders to stores; '' for the default. */
  numeros: Record<NumberField, string>;
  horario: WorkingHours;
  /** Rules of the withholding tax, in order of their days. */
  retenciones: readonly WithholdingRule[];
  /** Time of the daily mail; '' for the default. */
  hora_correo: string;
  /** Whether the payments of closed boxes are tracked, and the data of the files for the bank. */
  /** Of the settings; '' without one. */
  empresa: Record<(typeof companyProfile)[number], string>;
  /** Of the entries for accounting. */
  contabilidad: Record<EntrySetting, string> & {
    contrapartida: CounterAccount;
    plantilla_comprobantes: EntryTemplate;
  };
  giros: {
    control_giros: 'si' | 'no';
    nit_empresa: string;
    cuenta_pagadora: string;
    tipo_cuenta_pagadora: PayingKind | '';
    formato_giros: BankFormat;
    /** Day on which a bank took a PAB file; '' while none did. */
    pab_comprobado: string;
    columnas_giros: readonly BankColumn[];
  };
}

/** Settings of a new installation, in the form of `SettingsFacts`. */
export const usualSettings = {
  monto_maximo: '500000',
  exceso_fondo: 'avisar',
  metas: {
    dias_supervision: '2',
    dias_mantenimiento: '2',
    dias_previa: '2',
    dias_envio: '3',
    dias_final: '5',
  },
  hora_correo: usualMailHour,
} as const satisfies Partial<SettingsFacts>;

const numbersIn = ({ numeros }: SettingsFacts) =>
  Object.fromEntries(
    numberNames.map((name) => [name, numeros[name] || String(usualNumbers[name])]),
  ) as Record<NumberField, string>;

const mailHourIn = ({ hora_correo }: SettingsFacts): string => hora_correo || usualMailHour;

/** The values of the form; the amount is formatted as by `/formatearNumero`, so that the form accepts it again. */
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
    ...facts.metas,
    ...numbersIn(facts),
    ...hoursIn(facts.horario),
    horario_desde: '',
    dias_libres: shownDaysOff(facts.horario),
    hora_correo: mailHourIn(facts),
    ...withholdingIn(facts),
    uvt_desde: '',
    ...facts.empresa,
    ...facts.contabilidad,
    ...facts.giros,
    nit_empresa: withCheckDigit(facts.giros.nit_empresa),
    columnas_giros: [...facts.giros.columnas_giros],
  };
}

/** The last rule, also that of a day to come. */
function withholdingIn({ retenciones }: SettingsFacts) {
  const last = retenciones.at(-1);
  return {
    uvt: last === undefined ? '' : formatTyped(toCentavos(last.uvt)),
    uvt_servicio: String(last?.servicio ?? ''),
    uvt_compra: String(last?.compra ?? ''),
    uvt_fuente: last?.fuente ?? '',
  };
}

/** The whole rule when any field of it was changed, with its day; else nothing. */
export function changedWithholding(
  values: ReturnType<typeof withholdingIn> & { uvt_desde: string },
  facts: SettingsFacts,
) {
  const saved = withholdingIn(facts);
  const names = Object.keys(saved) as (keyof typeof saved)[];
  if (names.every((name) => values[name].trim() === saved[name])) return {};
  const numberIn = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : -1);
  return {
    uvt: typedPesos(values.uvt) ?? 0,
    uvt_servicio: numberIn(values.uvt_servicio),
    uvt_compra: numberIn(values.uvt_compra),
    uvt_fuente: values.uvt_fuente.trim(),
    ...(values.uvt_desde !== '' && { uvt_desde: values.uvt_desde }),
  };
}

/** One day a line: `24/12/2026 12:00`. */
const shownDaysOff = ({ libres = [] }: WorkingHours): string =>
  libres
    .map((text) => [...text.slice(0, 10).split('-').toReversed()].join('/') + text.slice(10))
    .join('\n');

/** A day without a year is not understood as one to come: the server refuses it as past. */
const firstDayOff = '2000-01-01';

/** The days off of the lines; a line that is no day is sent as it is, and refused. */
const typedDaysOff = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [day = '', end] = line.split(/\s+/);
      return [
        typedDate(day, { min: firstDayOff }) ?? day,
        ...(end === undefined ? [] : [end.padStart(5, '0')]),
      ].join(' ');
    })
    .join(',');

/** The last hours, also those of a day to come. */
function hoursIn(hours: WorkingHours) {
  const { dias, abre, cierra } = hoursOfDay(hours, lastDay);
  return { dias_habiles: dias.toSorted(), hora_apertura: abre, hora_cierre: cierra };
}
const lastDay = '9999-12-31';

type SettingsValues = ReturnType<typeof initialSettingsValues>;

/** The changed numbers; an invalid one becomes -1, which the schema of the call refuses. */
const changedNumbers = <Name extends TargetField | NumberField>(
  values: Record<Name, string>,
  saved: Record<Name, string>,
  names: readonly Name[],
  empty: null | -1,
) =>
  Object.fromEntries(
    names.map((name) => {
      const text = values[name].trim();
      if (text === saved[name]) return [name, undefined];
      return [name, text === '' ? empty : /^\d+$/.test(text) ? Number(text) : -1];
    }),
  );

type HoursValues = Pick<SettingsValues, HoursField | 'horario_desde'>;

/** The complete working time when any field of it was changed, with its day; else nothing. */
export function changedHours(values: HoursValues, { horario }: Pick<SettingsFacts, 'horario'>) {
  const hours = hoursIn({
    dias: values.dias_habiles,
    abre: values.hora_apertura.trim(),
    cierra: values.hora_cierre.trim(),
  });
  const saved = hoursIn(horario);
  const { horario_desde } = values;
  if (hoursFields.every((name) => String(hours[name]) === String(saved[name]))) return {};
  return { ...hours, ...(horario_desde !== '' && { horario_desde }) };
}

/** The changed payment settings; an emptied NIT or account of the payer keeps its saved value. */
function changedPayments(values: SettingsValues, { giros }: SettingsFacts) {
  const { control_giros, tipo_cuenta_pagadora, columnas_giros, formato_giros } = values;
  const pab_comprobado = values.pab_comprobado.trim();
  const nit_empresa = readDocument(values.nit_empresa) || giros.nit_empresa;
  const cuenta_pagadora = values.cuenta_pagadora.trim() || giros.cuenta_pagadora;
  const payer = { nit_empresa, cuenta_pagadora, tipo_cuenta_pagadora };
  const typed = { control_giros, ...payer, columnas_giros, formato_giros, pab_comprobado };
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => String(value) !== String(giros[name as keyof typeof giros]),
    ),
  );
}

const changedTexts = (values: SettingsValues, { empresa, contabilidad }: SettingsFacts) => {
  const saved = { ...empresa, ...contabilidad };
  return Object.fromEntries(
    [...companyProfile, ...entrySettings].flatMap((name) => {
      const text = values[name].trim();
      return text === saved[name] ? [] : [[name, text]];
    }),
  );
};

export const settingsKind = recordKind<SettingsFacts, SettingsValues, '/configGeneral'>({
  draft: 'configuracion',
  // A picture is too large for a draft.
  secret: ['logo_empresa'],
  request: (values, facts) => {
    const monto_maximo = typedPesos(values.monto_maximo);
    const { exceso_fondo, perfiles_segundo_factor, hora_correo } = values;
    return {
      path: '/configGeneral',
      body: {
        exceso_fondo,
        ...changedTexts(values, facts),
        ...changedPayments(values, facts),
        perfiles_segundo_factor,
        ...(hora_correo.trim() !== mailHourIn(facts) && { hora_correo: hora_correo.trim() }),
        ...changedNumbers(values, facts.metas, targetNames, null),
        ...changedNumbers(values, numbersIn(facts), numberNames, -1),
        ...changedHours(values, facts),
        ...changedWithholding(values, facts),
        ...(values.dias_libres.trim() !== shownDaysOff(facts.horario) && {
          dias_libres: typedDaysOff(values.dias_libres),
        }),
        monto_maximo,
        version: facts.version,
      },
    } as RequestTo<'/configGeneral'>;
  },
  rules: ({ monto_maximo, ...values }, { giros }, body) => [
    ...unparsableRefusals('monto_maximo', monto_maximo, body.monto_maximo, 'Solo números'),
    ...payerRefusals({
      ...values,
      nit_empresa: values.nit_empresa.trim() || giros.nit_empresa,
      cuenta_pagadora: values.cuenta_pagadora.trim() || giros.cuenta_pagadora,
    }),
  ],
  incomplete: fillAll,
  destination: null,
});

export const settingsMachine = createRecordFormMachine(settingsKind);

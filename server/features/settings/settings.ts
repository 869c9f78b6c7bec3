import {
  calendarOf,
  type DatedHours,
  hoursOfDay,
  type WorkingCalendar,
  type WorkingHours,
} from '#machines/domain/values/working-hours.ts';
import { hoursOf } from '#machines/domain/values/stored-hours.ts';
import {
  type HoursField,
  companyProfile,
  dayOffMessage,
  hoursFields,
  type OverdraftPolicy,
  type NumberField,
  numberNames,
  reminderNames,
  type TargetField,
  type TargetedState,
  targetFields,
  targetNames,
  thresholdNames,
  usualNumbers,
} from '#contract/calls/administration.calls.ts';
import {
  type EntrySetting,
  entryAccountNames,
  entrySettings,
  entryChoicesIn,
  type EntryAccount,
} from '#contract/calls/entries.calls.ts';
import { type ReminderCutoffs, askedSince } from '#machines/domain/box/box-delays.ts';
import { type CompanySetting, companySettings } from '#contract/calls/company-sign-in.calls.ts';
import { type BankColumn, type BankFormat, bankColumns } from '#contract/calls/payments.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { withCheckDigit } from '#contract/typed-values.ts';
import { payerRefusals } from '#machines/domain/payment/bank-format.ts';
import {
  type WithholdingRule,
  withholdingRulesIn,
  withholdingSetting,
} from '#machines/domain/expense/withholding.ts';
import { dateInBogota, isDateText } from '#machines/domain/values/bogota-time.ts';
import type { GroupRow } from '#machines/domain/people/company-sign-in.ts';
import { daysFrom } from '#machines/domain/values/dates.ts';
import { usualMailHour } from '#machines/domain/people/mail-choice.ts';
import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import type { Config } from '../../platform/config/config.ts';
import { requireSeen } from '../../platform/database/record-version.repository.ts';
import { HttpError, brokenRule } from '../../platform/errors/http-error.ts';
import { exists } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { printedLogo } from './logo.ts';
import { type Operation, authorOf, done } from '../../platform/http/operation.ts';
import { toCentavos } from '#machines/domain/values/money.ts';

/** Names of the settings; every value is a text. */
type SettingName =
  /** 'si': the database has demonstration data. */
  | 'demostracion'
  /** NIT of the company, without check digit. */
  | 'nit_empresa'
  /** Name and city of the company; without a name, that of the server. Its notice on personal data; its logo, as `drawLogo` leaves it. */
  | (typeof companyProfile)[number]
  /** Maximum, in pesos, of the purchases of one box from one supplier that a store created. */
  | 'monto_maximo'
  | 'exceso_fondo'
  /** 'no': a closing counts as payment, and payments are not tracked. */
  | 'control_giros'
  /** Account that pays, for bank files. */
  | 'cuenta_pagadora'
  | 'tipo_cuenta_pagadora'
  /** Columns of the CSV for the bank, separated by commas. */
  | 'columnas_giros'
  /** Format of the file for the bank, and the day on which a bank took a PAB file. */
  | 'formato_giros'
  | 'pab_comprobado'
  /** Of the entries for accounting, and the last day of the closed periods. */
  | EntrySetting
  | 'comprobantes_cerrado'
  /** Numbers of the profiles, separated by commas. */
  | 'perfiles_segundo_factor'
  /** Of the sign-in with the account of the company. */
  | CompanySetting
  /** `HH:mm` in Bogotá. */
  | 'hora_correo'
  /** Working days; '' for no target. */
  | TargetField
  /** Thresholds for deviations, and working days until a store is reminded. */
  | NumberField
  /** Days off, separated by commas: `2026-12-31`, `2026-12-24 12:00`. */
  | 'dias_libres'
  /** Days of the week, 1 for Monday, separated by commas, and `HH:mm` in Bogotá, until the first change. */
  | HoursField
  /** Later hours, each with its day: `2026-12-01 1,2,3,4,5,6 08:00 18:00`, separated by semicolons. */
  | 'cambios_horario'
  /** Thresholds of the withholding tax; see machines/domain/expense/withholding.ts. */
  | 'retenciones';

/** Value of a setting; '' when it is not set. */
const settingOf = async (trx: Trx, name: SettingName): Promise<string> =>
  (
    await trx
      .selectFrom('config')
      .select('field_content')
      .where('field_name', '=', name)
      .executeTakeFirst()
  )?.field_content.trim() ?? '';

/** The settings with these names whose values are not empty. */
const settingsOf = (trx: Trx, names: readonly SettingName[]) =>
  trx
    .selectFrom('config')
    .select(['field_name', 'field_content'])
    .where('field_name', 'in', names)
    .where('field_content', '<>', '')
    .execute();

/** NIT of the company. */
export const companyTaxNumber = (trx: Trx): Promise<string> => settingOf(trx, 'nit_empresa');

/** The company's notice on personal data; '' without one. */
export const personalDataNotice = (trx: Trx): Promise<string> => settingOf(trx, 'aviso_datos');

interface Company {
  nombre: string;
  nit: string;
  ciudad: string;
}

/** The company, with '' for what is not set. @param config the name of a server whose company has none yet */
export async function companyOf(
  trx: Trx,
  { companyName }: Pick<Config, 'companyName'>,
): Promise<Company> {
  const rows = await settingsOf(trx, ['nombre_empresa', 'ciudad_empresa', 'nit_empresa']);
  const textOf = (name: SettingName) =>
    rows.find(({ field_name }) => field_name === name)?.field_content.trim() ?? '';
  return {
    nombre: textOf('nombre_empresa') || companyName,
    nit: textOf('nit_empresa'),
    ciudad: textOf('ciudad_empresa'),
  };
}

/** «Almacenes La Cosecha S.A.S. · NIT 900373923-8 · Medellín», without what is not set. */
export async function companyLine(trx: Trx, config: Pick<Config, 'companyName'>): Promise<string> {
  const { nombre, nit, ciudad } = await companyOf(trx, config);
  return [nombre, nit === '' ? '' : `NIT ${withCheckDigit(nit)}`, ciudad]
    .filter(Boolean)
    .join(' · ');
}

/** Logo of the documents, a PNG as data URL; '' without one. */
export const companyLogo = (trx: Trx): Promise<string> => settingOf(trx, 'logo_empresa');

/** Policy for an expense that the fund of its store cannot pay. */
export const overdraftPolicy = async (trx: Trx): Promise<OverdraftPolicy> =>
  (await settingOf(trx, 'exceso_fondo')) === 'impedir' ? 'impedir' : 'avisar';

/** Tells whether the money of a closed box is tracked until its store has received it. */
export const followsPayments = async (trx: Trx): Promise<boolean> =>
  (await settingOf(trx, 'control_giros')) !== 'no';

/** Payer of bank files; '' for each field that is not set. */
export const payerOf = async (trx: Trx) => ({
  nit: await companyTaxNumber(trx),
  cuenta: await settingOf(trx, 'cuenta_pagadora'),
  tipo_cuenta: await settingOf(trx, 'tipo_cuenta_pagadora'),
});

/** Format of the file for the bank, and whether a bank took such a file. */
export async function bankFormatOf(trx: Trx): Promise<{ formato: BankFormat; comprobado: 0 | 1 }> {
  const formato = (await settingOf(trx, 'formato_giros')) === 'pab' ? 'pab' : 'csv';
  const isTried = formato === 'csv' || (await settingOf(trx, 'pab_comprobado')) !== '';
  return { formato, comprobado: isTried ? 1 : 0 };
}

/** Columns of the CSV for the bank; all of them by default. */
export async function bankColumnsOf(trx: Trx): Promise<readonly BankColumn[]> {
  const chosen = (await settingOf(trx, 'columnas_giros')).split(',');
  const known = chosen.flatMap((name) => bankColumns.find((column) => column === name) ?? []);
  return known.length === 0 ? bankColumns : known;
}

/**
 * Accounts of entries, '' for one that is not set; what a box credits, the form of the file, and the day from which
 * there are entries.
 */
export async function entrySettingsOf(trx: Trx) {
  const rows = await settingsOf(trx, entrySettings);
  const textOf = (name: EntrySetting): string =>
    rows.find(({ field_name }) => field_name === name)?.field_content.trim() ?? '';
  const accounts = Object.fromEntries(entryAccountNames.map((name) => [name, textOf(name)]));
  return {
    ...(accounts as Record<EntryAccount, string>),
    ...entryChoicesIn(textOf),
    comprobantes_desde: textOf('comprobantes_desde'),
  };
}

export const withholdingRules = async (trx: Trx): Promise<WithholdingRule[]> =>
  withholdingRulesIn(await settingOf(trx, 'retenciones'));

/** Last day of the closed periods of the entries; '' before the first one. */
export const closedPeriodOf = (trx: Trx): Promise<string> => settingOf(trx, 'comprobantes_cerrado');

/** Inserts or updates a setting. */
export async function setSetting(
  trx: Trx,
  field_name: SettingName,
  field_content: string,
  by: Author,
): Promise<void> {
  await logChanges(trx, by, 'config', ['field_name', field_name], () =>
    trx
      .insertInto('config')
      .values({ field_name, field_content })
      .onConflict((conflict) => conflict.column('field_name').doUpdateSet({ field_content }))
      .execute(),
  );
}

/** Profiles whose people must have a second factor. */
export const requiredProfiles = async (trx: Trx): Promise<number[]> =>
  (await settingOf(trx, 'perfiles_segundo_factor')).split(',').filter(Boolean).map(Number);

/** Maximum that one box may buy from an occasional supplier, in centavos; null when it is not set. */
export async function maximumForOccasional(trx: Trx): Promise<number | null> {
  const pesos = await settingOf(trx, 'monto_maximo');
  return pesos === '' || !Number.isFinite(Number(pesos)) ? null : toCentavos(Number(pesos));
}

/** Time of the daily mail, 'HH:mm' in Bogotá. */
export const mailHourOf = async (trx: Trx): Promise<string> =>
  (await settingOf(trx, 'hora_correo')) || usualMailHour;

/** The sign-in with the account of the company. */
export async function companySignInOf(trx: Trx) {
  const rows = await settingsOf(trx, companySettings);
  const textOf = (name: CompanySetting): string =>
    rows.find(({ field_name }) => field_name === name)?.field_content ?? '';
  return {
    activo: textOf('oidc_activo') === '1',
    emisor: textOf('oidc_emisor'),
    cliente: textOf('oidc_cliente'),
    dato_grupos: textOf('oidc_dato_grupos') || 'groups',
    nuevos: textOf('oidc_nuevos') === 'rechazar' ? ('rechazar' as const) : ('crear' as const),
    grupos: JSON.parse(textOf('oidc_grupos') || '[]') as GroupRow[],
    sin_clave: textOf('oidc_sin_clave').split(',').filter(Boolean).map(Number),
    administrador: Number(textOf('oidc_administrador') || 0) || null,
  };
}

export type CompanySignIn = Awaited<ReturnType<typeof companySignInOf>>;

type Settings = Awaited<ReturnType<typeof settingsOf>>;

const calendarFields = [...hoursFields, 'cambios_horario', 'dias_libres'] as const;

const hoursIn = (rows: Settings): WorkingHours =>
  hoursOf(
    Object.fromEntries(rows.map(({ field_name, field_content }) => [field_name, field_content])),
  );

/** Numeric settings, with defaults for those that are not set. */
const numbersIn = (rows: Settings): Record<NumberField, number> => ({
  ...usualNumbers,
  ...Object.fromEntries(
    rows.map(({ field_name, field_content }) => [field_name, Number(field_content)]),
  ),
});

/** Working days and hours of the company, with their changes. */
const workingHours = async (trx: Trx): Promise<WorkingHours> =>
  hoursIn(await settingsOf(trx, calendarFields));

/** What each session needs, in one statement; `aviso` is '' without a notice on personal data. */
export async function hoursAndNotice(trx: Trx): Promise<{ horario: WorkingHours; aviso: string }> {
  const rows = await settingsOf(trx, [...calendarFields, 'aviso_datos']);
  const notice = rows.find(({ field_name }) => field_name === 'aviso_datos');
  return { horario: hoursIn(rows), aviso: notice?.field_content.trim() ?? '' };
}

/** @param now durations are shown in the days of this instant; without it, in the first ones */
export const workingCalendar = async (trx: Trx, now = 0): Promise<WorkingCalendar> =>
  calendarOf(await workingHours(trx), dateInBogota(now));

/** Working days that a box may stay in each state; a state without a target is absent. */
export async function stageTargets(trx: Trx): Promise<Partial<Record<TargetedState, number>>> {
  const states = Object.keys(targetFields) as TargetedState[];
  const rows = await settingsOf(trx, targetNames);
  return Object.fromEntries(
    states.flatMap((state) =>
      rows
        .filter(({ field_name }) => field_name === targetFields[state])
        .map(({ field_content }) => [state, Number(field_content)]),
    ),
  );
}

/** Thresholds from which something that the rules allow is listed as a deviation. */
export const thresholdsOf = async (trx: Trx): Promise<Record<NumberField, number>> =>
  numbersIn(await settingsOf(trx, thresholdNames));

/** When stores are reminded. */
export interface Reminders extends ReminderCutoffs {
  /** Percentage of its base at which a fund is low; 0: none is. */
  lowFund: number;
}

/** Cut-off instants: at `now` the stores of earlier payments and shipments are reminded of them. */
export async function remindersAt(trx: Trx, now: number): Promise<Reminders> {
  const rows = await settingsOf(trx, [...calendarFields, ...reminderNames, 'fondo_bajo']);
  const numbers = numbersIn(rows);
  return { ...askedSince(now, numbers, calendarOf(hoursIn(rows))), lowFund: numbers.fondo_bajo };
}

/** Percentage of its base at which a fund is low; 0: none is. */
export const lowFundPercent = async (trx: Trx): Promise<number> =>
  numbersIn(await settingsOf(trx, ['fondo_bajo'])).fondo_bajo;

/** The smallest coin in use, in centavos. */
export const smallestCoin = async (trx: Trx): Promise<number> =>
  toCentavos(numbersIn(await settingsOf(trx, ['moneda_minima'])).moneda_minima);

/** Tells whether the data is marked as that of a demonstration. */
export const isMarkedDemonstration = async (trx: Trx): Promise<boolean> =>
  (await settingOf(trx, 'demostracion')) === 'si';

/** Marks the data as that of a demonstration: production does not start on it. */
export async function markDemonstration(trx: Trx, by: Author): Promise<void> {
  if (!(await isMarkedDemonstration(trx))) await setSetting(trx, 'demostracion', 'si', by);
}

/** Tells whether a person or a store is in the database. */
export const isInUse = async (trx: Trx): Promise<boolean> =>
  (await exists(trx.selectFrom('usuarios').select('id').limit(1))) ||
  (await exists(trx.selectFrom('tiendas').select('id').limit(1)));

/** Payment settings; a list is stored with commas. */
const paymentSettings = [
  'control_giros',
  'nit_empresa',
  'cuenta_pagadora',
  'tipo_cuenta_pagadora',
  'formato_giros',
  'pab_comprobado',
  'columnas_giros',
] as const;

/** @throws HttpError 422 when the format of the file cannot hold the account that pays */
async function requirePayer(trx: Trx): Promise<void> {
  const { formato } = await bankFormatOf(trx);
  const { nit, cuenta, tipo_cuenta } = await payerOf(trx);
  const motivos = payerRefusals({
    formato_giros: formato,
    nit_empresa: nit,
    cuenta_pagadora: cuenta,
    tipo_cuenta_pagadora: tipo_cuenta,
  });
  if (motivos.length > 0) throw new HttpError(422, { motivos });
}

/** Days off are for days to come: what closed until now keeps its working time. @throws HttpError 422 */
async function saveDaysOff(trx: Trx, given: string, by: Author): Promise<void> {
  const today = dateInBogota(by.now);
  const days = [...new Set(given.split(',').filter(Boolean))].toSorted();
  const isPast = (day: string): boolean => day.slice(0, today.length) <= today;
  const stored = (await settingOf(trx, 'dias_libres')).split(',').filter(Boolean);
  if (stored.filter(isPast).join() !== days.filter(isPast).join())
    throw brokenRule(
      'dias_libres',
      'Solo cambian los días desde mañana: lo que ya se cerró conserva su tiempo hábil.',
    );
  if (new Set(days.map((day) => day.slice(0, today.length))).size < days.length)
    throw brokenRule('dias_libres', 'Un día está dos veces.');
  if (days.some((day) => !isDateText(day.slice(0, today.length))))
    throw brokenRule('dias_libres', dayOffMessage);
  await setSetting(trx, 'dias_libres', days.join(','), by);
}

const hoursText = ({ dias, abre, cierra }: Omit<DatedHours, 'desde'>): string =>
  [dias.toSorted((a, b) => a - b).join(','), abre, cierra].join(' ');

/**
 * Hours are for days to come: what closed until now keeps its working time. They replace those that would hold from a later
 * day on. @throws HttpError 422
 */
async function saveHours(trx: Trx, { desde, ...hours }: DatedHours, by: Author): Promise<void> {
  if (desde <= dateInBogota(by.now))
    throw brokenRule(
      'horario_desde',
      'El horario cambia desde mañana: lo que ya se cerró conserva su tiempo hábil.',
    );
  if (!isDateText(desde)) throw brokenRule('horario_desde', 'Esta fecha no existe.');
  const stored = await workingHours(trx);
  const cambios = (stored.cambios ?? []).filter((change) => change.desde < desde);
  const before = hoursOfDay({ ...stored, cambios }, desde);
  if (hoursText(before) !== hoursText(hours)) cambios.push({ desde, ...hours });
  const texts = cambios.map((change) => `${change.desde} ${hoursText(change)}`);
  await setSetting(trx, 'cambios_horario', texts.join(';'), by);
}

/** A rule is for days to come: what was recorded keeps its own. It replaces those of later days. @throws HttpError 422 */
async function saveWithholding(
  trx: Trx,
  input: Partial<BodyOf<'/configGeneral'>>,
  by: Author,
): Promise<void> {
  const { uvt, uvt_servicio, uvt_compra, uvt_fuente = '' } = input;
  if ([uvt, uvt_servicio, uvt_compra].every((value) => value === undefined)) return;
  const desde = input.uvt_desde || daysFrom(dateInBogota(by.now), 1);
  if (desde <= dateInBogota(by.now))
    throw brokenRule(
      'uvt_desde',
      'La retención cambia desde mañana: lo ya registrado conserva la suya.',
    );
  if (uvt_fuente.trim() === '') throw brokenRule('uvt_fuente', 'Escriba qué norma lo dice.');
  const rules = (await withholdingRules(trx)).filter((rule) => rule.desde < desde);
  const last = rules.at(-1);
  const rule = {
    desde,
    uvt: uvt ?? last?.uvt,
    servicio: uvt_servicio ?? last?.servicio,
    compra: uvt_compra ?? last?.compra,
    fuente: uvt_fuente.trim(),
  };
  const { servicio, compra } = rule;
  if (rule.uvt === undefined || servicio === undefined || compra === undefined)
    throw brokenRule('uvt', 'Escriba la UVT y los dos topes.');
  rules.push({ ...rule, uvt: rule.uvt, servicio, compra });
  await setSetting(trx, 'retenciones', withholdingSetting(rules), by);
}

const saveSettings: Operation<'/configGeneral'> = async ({ logo_empresa, ...given }, context) => {
  const input = { ...given, logo_empresa: await printedLogo(context, logo_empresa) };
  return context.write(async (trx) => {
    const by = authorOf(context);
    const { monto_maximo, exceso_fondo, perfiles_segundo_factor, hora_correo } = input;
    const { dias_habiles, hora_apertura, hora_cierre, pab_comprobado } = input;
    if (pab_comprobado && pab_comprobado > dateInBogota(context.now()))
      throw brokenRule('pab_comprobado', 'El día no puede ser posterior a hoy.');
    await requireSeen(trx, { ...context.session, version: input.version }, { config: () => true });
    await setSetting(trx, 'monto_maximo', String(monto_maximo), by);
    if (exceso_fondo !== undefined) await setSetting(trx, 'exceso_fondo', exceso_fondo, by);
    for (const field of paymentSettings) {
      const value = input[field];
      if (value !== undefined) await setSetting(trx, field, String(value), by);
    }
    for (const field of companyProfile) {
      const value = input[field];
      if (value !== undefined) await setSetting(trx, field, value.trim(), by);
    }
    for (const field of entrySettings) {
      const value = input[field];
      if (value !== undefined) await setSetting(trx, field, value, by);
    }
    if (paymentSettings.some((field) => input[field] !== undefined)) await requirePayer(trx);
    if (perfiles_segundo_factor) {
      const profiles = [...new Set(perfiles_segundo_factor)].toSorted((a, b) => a - b);
      await setSetting(trx, 'perfiles_segundo_factor', profiles.join(','), by);
    }
    for (const field of targetNames) {
      const days = input[field];
      if (days !== undefined) await setSetting(trx, field, String(days ?? ''), by);
    }
    for (const field of numberNames) {
      const value = input[field];
      if (value !== undefined) await setSetting(trx, field, String(value), by);
    }
    if (dias_habiles && hora_apertura && hora_cierre) {
      const desde = input.horario_desde || daysFrom(dateInBogota(by.now), 1);
      const dias = [...new Set(dias_habiles)];
      await saveHours(trx, { desde, dias, abre: hora_apertura, cierra: hora_cierre }, by);
    }
    await saveWithholding(trx, input, by);
    if (input.dias_libres !== undefined) await saveDaysOff(trx, input.dias_libres, by);
    if (hora_correo) await setSetting(trx, 'hora_correo', hora_correo, by);
    return done(successes.saved);
  });
};

export const settingsOperations = { '/configGeneral': saveSettings };

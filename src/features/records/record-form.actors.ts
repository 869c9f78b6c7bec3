/** Actor implementations of the administration forms. */
import { fromPromise } from 'xstate';
import {
  companyProfile,
  hoursFields,
  overdraftPolicies,
  targetNames,
  numberNames,
} from '#contract/calls/administration.calls.ts';
import { entryChoicesIn, entrySettings } from '#contract/calls/entries.calls.ts';
import { payingKinds, bankColumns } from '#contract/calls/payments.calls.ts';
import type { CallPath } from '#contract/contract.ts';
import { companyFormMachine } from '#machines/flows/companies/company.form.ts';
import {
  type CityChoice,
  type RecordFormMachine,
  type RequestTo,
  cityChoices,
} from '#machines/flows/records/record-form.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { settingsMachine } from '#machines/flows/settings/settings.form.ts';
import { withholdingRulesIn } from '#machines/domain/expense/withholding.ts';
import { storePlaces } from '#machines/domain/people/profiles.ts';
import { storeFormMachine } from '#machines/flows/stores/store.form.ts';
import { hoursOf } from '#machines/domain/values/stored-hours.ts';
import { userFormMachine } from '#machines/flows/users/user.form.ts';
import { allAnswered } from '../../wire/looking.actors.ts';
import { type CallOptions, callApi } from '../../wire/client.ts';
import { pageSetting } from '../../wire/page-settings.ts';
import { withNamed } from '../../wire/reference-rows.ts';
import { allRows, colleaguesOf } from './record-list.actors.ts';

type Signalled = CallOptions & { signal: AbortSignal };

/** Record form flow whose facts `load` provides. */
export const formOf = <Facts, Values, Request extends RequestTo<CallPath>>(
  machine: RecordFormMachine<Facts, Values, Request>,
  load: (id: number | null, options: Signalled) => Promise<Result<Facts>>,
) =>
  machine.provide({
    actors: {
      loadForm: fromPromise(({ input, signal }) => load(input.id, { signal })),
      // No abort signal: leaving the screen does not cancel a request that was sent.
      saveRecord: fromPromise(({ input: { request, idempotencyKey } }) =>
        callApi(request.path, request.body, { idempotencyKey }),
      ),
    },
  });

/** Cities of Colombia and the national one, with distinct labels. */
async function allCities(signal: AbortSignal): Promise<Result<readonly CityChoice[]>> {
  const loaded = await allAnswered({
    cities: allRows('ciudades', signal),
    departments: allRows('paises', signal),
  });
  if (!loaded.ok) return loaded;
  return answered(cityChoices(loaded.answer.cities, loaded.answer.departments));
}

/** Loads the record to be edited; null, without a call, for a new one. */
export const recordOf = async <Row>(
  id: number | null,
  load: (id: number) => Promise<Result<Row>>,
): Promise<Result<Row | null>> => (id === null ? answered(null) : load(id));

export const userForm = formOf(userFormMachine, async (id, options) => {
  const { signal } = options;
  const loaded = await allAnswered({
    user: recordOf(id, (id_usuario) => callApi('/obtenerUsuarioById', { id_usuario }, options)),
    profiles: allRows('tipo_usuario', signal),
    documentTypes: allRows('tipo_doc', signal),
  });
  if (!loaded.ok) return loaded;
  const { user } = loaded.answer;
  const successors =
    user === null || user.a_cargo === '' ? answered([]) : await colleaguesOf(user, signal);
  if (!successors.ok) return successors;
  return answered({
    ...loaded.answer,
    successors: successors.answer,
    sendsMails: pageSetting('mails') === 'si',
  });
});

export const companyForm = formOf(companyFormMachine, (id, options) =>
  allAnswered({
    company: recordOf(id, (id_empresa) => callApi('/obtenerEmpresaById', { id_empresa }, options)),
    cities: allCities(options.signal),
  }),
);

export const storeForm = formOf(storeFormMachine, async (id, options) => {
  const { signal } = options;
  const loaded = await allAnswered({
    store: recordOf(id, (id_tienda) => callApi('/obtenerTiendaById', { id_tienda }, options)),
    people: allRows('usuarios', signal, { tipo: Object.values(storePlaces) }),
    formats: allRows('formato_tienda', signal),
    documentTypes: allRows('tipo_doc', signal),
    cities: allCities(signal),
  });
  if (!loaded.ok) return loaded;
  const { store, formats } = loaded.answer;
  const own = store === null ? [] : [store.formato_tienda];
  const offered = await withNamed('formato_tienda', formats, own, signal);
  return offered.ok ? answered({ ...loaded.answer, formats: offered.answer }) : offered;
});

const hoursNames = [...hoursFields, 'cambios_horario', 'dias_libres'] as const;

export const settingsForm = formOf(settingsMachine, async (_id, { signal }) => {
  const rows = await allRows('config', signal, {
    field_name: [
      'monto_maximo',
      'exceso_fondo',
      'perfiles_segundo_factor',
      'hora_correo',
      'control_giros',
      'nit_empresa',
      ...companyProfile,
      'cuenta_pagadora',
      'tipo_cuenta_pagadora',
      'columnas_giros',
      'formato_giros',
      'pab_comprobado',
      ...targetNames,
      ...numberNames,
      ...hoursNames,
      ...entrySettings,
      'retenciones',
    ],
  });
  if (!rows.ok) return rows;
  const contentOf = (name: string) =>
    rows.answer.find(({ field_name }) => field_name === name)?.field_content ?? '';
  const contentsOf = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, contentOf(name)])) as Record<Name, string>;
  return answered({
    version: rows.answer[0]?.version,
    monto_maximo: contentOf('monto_maximo'),
    exceso_fondo: overdraftPolicies.find((one) => one === contentOf('exceso_fondo')) ?? 'avisar',
    perfiles_segundo_factor: contentOf('perfiles_segundo_factor'),
    metas: contentsOf(targetNames),
    numeros: contentsOf(numberNames),
    horario: hoursOf(contentsOf(hoursNames)),
    retenciones: withholdingRulesIn(contentOf('retenciones')),
    hora_correo: contentOf('hora_correo'),
    empresa: contentsOf(companyProfile),
    contabilidad: {
      ...contentsOf(entrySettings),
      ...entryChoicesIn(contentOf),
    },
    giros: {
      control_giros: contentOf('control_giros') === 'no' ? 'no' : 'si',
      nit_empresa: contentOf('nit_empresa'),
      cuenta_pagadora: contentOf('cuenta_pagadora'),
      tipo_cuenta_pagadora:
        payingKinds.find((kind) => kind === contentOf('tipo_cuenta_pagadora')) ?? '',
      formato_giros: contentOf('formato_giros') === 'pab' ? 'pab' : 'csv',
      pab_comprobado: contentOf('pab_comprobado'),
      columnas_giros: bankColumns.filter((name) =>
        contentOf('columnas_giros').split(',').includes(name),
      ),
    },
  });
});

/** Person implementations of the administration's forms. */
import { fromPromise } from 'xstate';
import { overdraftPolicies, targetNames } from '#contract/calls/administration.calls.ts';
import type { CallPath } from '#contract/contract.ts';
import { type CompanyFormFacts, companyFormMachine } from '#machines/flows/records/company.form.ts';
import type { SaveRecordInput } from '#machines/flows/records/record-form.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-kind.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { type SettingsFacts, settingsMachine } from '#machines/flows/records/settings.form.ts';
import { storePlaces } from '#machines/domain/profiles.ts';
import { type StoreFormFacts, storeFormMachine } from '#machines/flows/records/store.form.ts';
import { type UserFormFacts, userFormMachine } from '#machines/flows/records/user.form.ts';
import { allAnswered } from './all-answered.ts';
import { type CallOptions, callApi } from './client.ts';
import { allCities, allRows, colleaguesOf } from './record-reference.ts';

interface RecordId {
  id: number | null;
}

type Signalled = CallOptions & { signal: AbortSignal };

/** Without the signal: who leaves the screen does not take back what was sent. */
export const saving = <Request extends RequestTo<CallPath>>() =>
  fromPromise<Result<unknown>, SaveRecordInput<Request>>(({ input: { request, idempotencyKey } }) =>
    callApi(request.path, request.body, { idempotencyKey }),
  );

/** The record of an edition; nothing, without a call, for a new one. */
const recordOf = async <Row>(
  id: number | null,
  load: (id: number) => Promise<Result<Row>>,
): Promise<Result<Row | null>> => (id === null ? answered(null) : load(id));

async function userFacts({ id }: RecordId, options: Signalled): Promise<Result<UserFormFacts>> {
  const loaded = await allAnswered(
    recordOf(id, (id_usuario) => callApi('/obtenerUsuarioById', { id_usuario }, options)),
    allRows('tipo_usuario', options.signal),
    allRows('tipo_doc', options.signal),
  );
  if (!loaded.ok) return loaded;
  const [user, profiles, documentTypes] = loaded.answer;
  const successors =
    user === null || user.a_cargo === '' ? answered([]) : await colleaguesOf(user, options.signal);
  if (!successors.ok) return successors;
  return answered({ user, profiles, documentTypes, successors: successors.answer });
}

async function companyFacts(
  { id }: RecordId,
  options: Signalled,
): Promise<Result<CompanyFormFacts>> {
  const loaded = await allAnswered(
    recordOf(id, (id_empresa) => callApi('/obtenerEmpresaById', { id_empresa }, options)),
    allCities(options.signal),
  );
  if (!loaded.ok) return loaded;
  const [company, cities] = loaded.answer;
  return answered({ company, cities });
}

async function storeFacts({ id }: RecordId, options: Signalled): Promise<Result<StoreFormFacts>> {
  const loaded = await allAnswered(
    recordOf(id, (id_tienda) => callApi('/obtenerTiendaById', { id_tienda }, options)),
    allRows('usuarios', options.signal, { tipo: Object.values(storePlaces) }),
    allRows('formato_tienda', options.signal),
    allRows('tipo_doc', options.signal),
    allCities(options.signal),
  );
  if (!loaded.ok) return loaded;
  const [store, people, formats, documentTypes, cities] = loaded.answer;
  return answered({ store, people, formats, documentTypes, cities });
}

async function settingsFacts(_id: RecordId, { signal }: Signalled): Promise<Result<SettingsFacts>> {
  const rows = await allRows('config', signal, {
    field_name: [
      ...['monto_maximo', 'exceso_fondo', 'perfiles_segundo_factor', 'hora_correo'],
      ...targetNames,
    ],
  });
  if (!rows.ok) return rows;
  const contentOf = (name: string) =>
    rows.answer.find(({ field_name }) => field_name === name)?.field_content ?? '';
  return answered({
    monto_maximo: contentOf('monto_maximo'),
    exceso_fondo: overdraftPolicies.find((one) => one === contentOf('exceso_fondo')) ?? 'avisar',
    perfiles_segundo_factor: contentOf('perfiles_segundo_factor'),
    metas: Object.fromEntries(
      targetNames.map((name) => [name, contentOf(name)]),
    ) as SettingsFacts['metas'],
    hora_correo: contentOf('hora_correo'),
  });
}

export const loading = <Facts>(
  load: (record: RecordId, options: Signalled) => Promise<Result<Facts>>,
) => fromPromise<Result<Facts>, RecordId>(({ input, signal }) => load(input, { signal }));

export const userForm = userFormMachine.provide({
  actors: { loadForm: loading(userFacts), saveRecord: saving() },
});

export const companyForm = companyFormMachine.provide({
  actors: { loadForm: loading(companyFacts), saveRecord: saving() },
});

export const storeForm = storeFormMachine.provide({
  actors: { loadForm: loading(storeFacts), saveRecord: saving() },
});

export const settingsForm = settingsMachine.provide({
  actors: { loadForm: loading(settingsFacts), saveRecord: saving() },
});

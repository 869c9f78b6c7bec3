/** The bodies that the browser sends, call by call, as section 7 of the specification lists them. */
import { usualHours } from '#machines/domain/values/working-hours.ts';
import axios, { type AxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { CallPath } from '#contract/contract.ts';
import type { Choice } from '#machines/domain/case/joint-approval.ts';
import type { StageName } from '#machines/domain/stages/stages.ts';
import { type Sender, sendRequest } from '#machines/flows/boxes/box-send.machine.ts';
import { shipRequest } from '#machines/flows/shipping/ship.machine.ts';
import type { Facts } from '#machines/flows/review/decision-rules.ts';
import { type Values, decisionOf } from '#machines/flows/review/reviews.ts';
import { emptyExpenseEntry, entryRequest } from '#machines/flows/expenses/expense-entry.form.ts';
import { companyKind } from '#machines/flows/companies/company.form.ts';
import { settingsKind } from '#machines/flows/settings/settings.form.ts';
import { storeKind } from '#machines/flows/stores/store.form.ts';
import { userKind } from '#machines/flows/users/user.form.ts';
import { boxContent, boxSend, ship } from '#src/features/boxes/box.actors.ts';
import { callApi } from '#src/wire/client.ts';
import { categoriesOfStore, decisions } from '#src/features/review/review.actors.ts';
import { expenseEntry, supplierLookup } from '#src/features/expenses/expense-entry.actors.ts';
import { boxHistory, pendingBoxes, storeList } from '#src/features/boxes/box-lists.tsx';
import {
  companyForm,
  settingsForm,
  storeForm,
  userForm,
} from '#src/features/records/record-form.actors.ts';
import {
  companyRecords,
  storeRecords,
  userRecords,
} from '#src/features/records/record-list.actors.ts';
import { storeSession } from '#src/wire/browser-storage.ts';
import { formatTypedMoney } from '#src/ui/fields/MoneyField.tsx';
import {
  accountingForm,
  accountingShown,
  decisionInput,
  headBody,
  splitBody,
} from '#tests/kit/decision-fixtures.ts';
import { aBox, aFund, anExpense, boxFacts, people } from '#tests/kit/flow-fixtures.ts';
import {
  aStore,
  aUser,
  cities,
  storeBody,
  storeFacts,
  storeValues,
  userFacts,
  userValues,
  shownNumbers,
  noCompany,
  noEntries,
  noWithholding,
  usualPayments,
  unwrittenNumbers,
} from '#tests/kit/record-fixtures.ts';
import { payloads } from '#tests/kit/specification-payloads.ts';

interface RecordedCall {
  path: string;
  body: Record<string, unknown>;
}

const bodyOf = (data: unknown): Record<string, unknown> =>
  data instanceof FormData ? Object.fromEntries(data) : JSON.parse(JSON.stringify(data));

/**
 * Records the calls of the browser client, until the test ends.
 *
 * @param answers by call; other calls are answered by an empty list
 */
function recordCalls(answers: { readonly [Path in CallPath]?: unknown }): RecordedCall[] {
  const calls: RecordedCall[] = [];
  const answer = async ({ url = '', data }: AxiosRequestConfig) => {
    calls.push({ path: url, body: bodyOf(data) });
    return { data: answers[url as CallPath] ?? [], status: 200, headers: {} };
  };
  // The part of an answer that the client reads.
  vi.spyOn(axios.Axios.prototype, 'request').mockImplementation(answer as never);
  return calls;
}

const token = 'caja-menor';
let recordedCalls: RecordedCall[];

beforeEach(() => {
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'api-token';
  meta.content = token;
  storeSession({
    email: 'ana@cajamenor.test',
    nombre: 'Ana Ruiz',
    id_usuario: 77,
    tipoperfil_id: 3,
    tipoperfil_nombre: 'Supervisor',
    permisos: ['historialCaja'],
    cambiar_clave: 'no',
    vence: 43_200_000,
    inactividad: 1_800_000,
  });
  recordedCalls = recordCalls({
    '/obtenerCajaActual': { id: 12, excede_monto_maximo: 0 },
    '/obtenerDatosTiendaCaja': aFund,
    '/obtenerCaja': aBox({ active: 4 }),
    '/verCajaDetalle': [aBox({ active: 9 })],
    '/obtenerTiendaById': aStore,
    '/obtenerUsuarioById': aUser(),
    '/detalleGasto': [anExpense()],
    '/formatearNumero': '$ 12.500',
  });
});

afterEach(() => {
  document.head.querySelector('meta[name="api-token"]')?.remove();
});

/** Runs an actor of a flow in its browser implementation. */
const run = (flow: { implementations: { actors?: object } }, name: string, input: object) => () => {
  const actors = flow.implementations.actors as Record<string, AnyActorLogic>;
  const logic = actors[name];
  if (logic === undefined) throw new Error(`The flow has no ${name}`);
  return toPromise(createActor(logic, { input }).start());
};

/** Calls any path with the body that the test expects. */
const simply = (path: CallPath, body: object) => () => callApi(path, body as never);

const noTargets = {
  dias_supervision: '',
  dias_mantenimiento: '',
  dias_previa: '',
  dias_envio: '',
  dias_final: '',
};

const save = (flow: Parameters<typeof run>[0], request: object) =>
  run(flow, 'saveRecord', { request, idempotencyKey: 'k' });

const sendBy = (sender: Sender, active: number) =>
  run(boxSend, 'sendBox', sendRequest(sender, boxFacts({ active }, {})));

const company = {
  id: 4,
  nombre: 'Envíos',
  ciudad: 'Medellín',
  id_ciudad: 5001,
  active_: 1 as const,
};
const typedCompany = { nombre: ' Envíos ', zona: 'Medellín (Antioquia)' };
const newCompany = { company: null, cities };

const expense = anExpense({
  categorias: [
    {
      id: 16,
      nombre: 'Transporte',
      cuenta: '519595',
      valor_item: null,
      iva_item: null,
      deducible: null,
    },
  ],
});
const typed = { observacion: 'Revisado', id_rechazo: 2 };
const by = decisionInput(people.supervisor);
const decide = (
  stage: StageName,
  choice: Choice,
  values: Values = typed,
  facts: Facts = { expense, reasons: [] },
) => {
  const { form, saves } = decisionOf(stage);
  return run(decisions[stage], saves, form.request({ ...by, choice, facts, values }));
};
const split = { ...accountingForm, item_texto: 'Útiles' };
const shownToAccounting = accountingShown();
if (!shownToAccounting.ok) throw new Error('The fixture is an answer');

const purchase = {
  ...emptyExpenseEntry,
  fecha_gasto: '2030-05-10',
  recibo: 'R100',
  valor: '$ 12.500',
  concepto: 'Papelería',
  categoria: [1, 2],
  tipo_factura: 1 as const,
  numero_factura: 'FE1',
  encargado: 'Luis',
};
const bought = {
  fecha_gasto: '2030-05-10',
  recibo: 'R100',
  valor: 12_500,
  concepto: 'Papelería',
  categoria: [1, 2],
  tipo_factura: 1,
  numero_factura: 'FE1',
  encargado: 'Luis',
  id_tienda: 3,
};
const unknownSupplier = {
  num_doc: '900373923',
  proveedor: 'Papelería Norte',
  direccion: 'Calle 1',
  departamento: 5,
  ciudad: 5001,
};
const record = (values: typeof purchase) =>
  run(expenseEntry, 'enviarGasto', { body: entryRequest(values, 3), idempotencyKey: 'k' });

const user = {
  tipo: 3,
  nombre: 'Ana Ruiz',
  tipo_doc: 1,
  num_doc: '900373923',
  digito: null,
  email: 'ana@cajamenor.test',
  celular: '',
  password: 'Caja2026',
  permisos: null,
  usuario_accion: 77,
};
const store = { ...storeBody, usuario_accion: 77 };
const decision = {
  id_gasto: 7,
  observacion: 'Revisado',
  version: 5,
  usuario_accion: 77,
  soporte_visto: 1,
};
const receipt = new File(['%PDF'], 'recibo.pdf', { type: 'application/pdf' });

/** Path, action, and the expected body without the token. */
const sent: [CallPath, () => unknown, object][] = [
  [
    '/auth/user',
    simply('/auth/user', { email: 'a@b.co', password: 'Caja2026' }),
    { email: 'a@b.co', password: 'Caja2026' },
  ],
  ['/recoverPassword', simply('/recoverPassword', { email: 'a@b.co' }), { email: 'a@b.co' }],
  [
    '/changePwd',
    simply('/changePwd', { email: 'a@b.co', password: 'Caja2027' }),
    { email: 'a@b.co', password: 'Caja2027' },
  ],
  ['/obtenerUsuarios', run(userRecords, 'loadRows', { query: { pagina: 1 } }), { pagina: 1 }],
  ['/obtenerUsuarioById', run(userForm, 'loadForm', { id: 9 }), { id_usuario: 9 }],
  ['/registrarUsuario', save(userForm, userKind.request(userValues, userFacts)), user],
  [
    '/editarUsuario',
    save(userForm, userKind.request(userValues, { ...userFacts, user: aUser() })),
    {
      ...user,
      id_usuario: 9,
      email_actual: 'ana@cajamenor.test',
      // The specification has no version.
      num_doc_actual: '900373923',
      version: 41,
    },
  ],
  ['/obtenerEmpresas', run(companyRecords, 'loadRows', { query: {} }), {}],
  ['/obtenerEmpresaById', run(companyForm, 'loadForm', { id: 4 }), { id_empresa: 4 }],
  [
    '/crearEmpresa',
    save(companyForm, companyKind.request(typedCompany, newCompany)),
    { nombre: 'Envíos', zona: 5001, usuario_accion: 77 },
  ],
  [
    '/editarEmpresa',
    save(companyForm, companyKind.request(typedCompany, { company, cities })),
    { nombre: 'Envíos', zona: 5001, id_elemento: 4, usuario_accion: 77 },
  ],
  [
    '/obtenerTiendas',
    run(storeList, 'loadRows', { query: {} }),
    { tipoperfil_id: 3, id_usuario: 77 },
  ],
  [
    '/obtenerTiendas',
    run(storeRecords, 'loadRows', { query: { pagina: 2 } }),
    { pagina: 2, tipoperfil_id: 3, id_usuario: 77 },
  ],
  ['/obtenerTiendaById', run(storeForm, 'loadForm', { id: 3 }), { id_tienda: 3 }],
  ['/agregarTienda', save(storeForm, storeKind.request(storeValues, storeFacts)), store],
  [
    '/editarTienda',
    save(storeForm, storeKind.request(storeValues, { ...storeFacts, store: aStore })),
    { ...store, id_tienda: 3, version: 42 },
  ],
  [
    '/datosGenerales',
    run(supplierLookup, 'findSuppliers', { num_doc: '9003' }),
    { tabla: 'proveedores', condicional: { num_doc: '9003' } },
  ],
  [
    '/datosGeneralesNoActive',
    () => categoriesOfStore(3, new AbortController().signal),
    { tabla: 'tiendas', condicional: { id: 3 } },
  ],
  [
    '/configGeneral',
    save(
      settingsForm,
      settingsKind.request(
        {
          monto_maximo: '$ 200.000',
          exceso_fondo: 'avisar',
          perfiles_segundo_factor: [],
          ...noTargets,
          ...shownNumbers,
          dias_habiles: [1, 2, 3, 4, 5],
          hora_apertura: '08:00',
          hora_cierre: '17:00',
          horario_desde: '',
          dias_libres: '',
          hora_correo: '07:00',
          ...noCompany,
          ...noEntries,
          ...noWithholding,
          ...usualPayments,
          columnas_giros: [],
        },
        {
          monto_maximo: '',
          exceso_fondo: 'avisar',
          perfiles_segundo_factor: '',
          metas: noTargets,
          numeros: unwrittenNumbers,
          horario: usualHours,
          hora_correo: '',
          empresa: noCompany,
          contabilidad: noEntries,
          retenciones: [],
          giros: usualPayments,
        },
      ),
    ),
    { monto_maximo: 200_000, exceso_fondo: 'avisar', perfiles_segundo_factor: [] },
  ],
  [
    '/obtenerDatosTiendaCaja',
    run(boxSend, 'loadBox', { sender: 'store', id_tienda: 3 }),
    { id_tienda: 3 },
  ],
  [
    '/obtenerCajaActual',
    run(boxSend, 'loadBox', { sender: 'store', id_tienda: 3 }),
    { id_tienda: 3 },
  ],
  [
    '/gastosCaja',
    run(boxSend, 'loadBox', { sender: 'store', id_tienda: 3 }),
    { id_caja: 12, estado_caja: 0, tipo_perfil: 3 },
  ],
  [
    '/gastosCaja',
    run(boxSend, 'loadBox', { sender: 'supervisor', id_caja: 12 }),
    { id_caja: 12, estado_caja: 2, tipo_perfil: 3 },
  ],
  [
    '/gastosCaja',
    run(ship, 'loadShipping', { id_caja: 12 }),
    { id_caja: 12, estado_caja: 3, tipo_perfil: 3 },
  ],
  [
    '/gastosCaja',
    run(boxContent, 'loadDetail', { key: { id_caja: 12 } }),
    { id_caja: 12, estado_caja: 9, tipo_perfil: 3 },
  ],
  [
    '/gastosCajaMantenimiento',
    run(boxSend, 'loadBox', { sender: 'maintenance', id_caja: 12 }),
    { id_caja: 12, estado_caja: 1 },
  ],
  [
    '/gastosCajaContabilidad',
    run(boxSend, 'loadBox', { sender: 'accounting', id_caja: 12 }),
    { id_caja: 12 },
  ],
  ['/enviarCaja', sendBy('store', 0), { id_caja: 12, id_tienda: 3, version: 8 }],
  [
    '/eliminarGasto',
    run(boxSend, 'eliminarGasto', { id_gasto: 7, id_tienda: 3 }),
    { id_gasto: 7, id_tienda: 3, usuario_accion: 77 },
  ],
  ['/enviarGasto', record({ ...purchase, id_proveedor: 9 }), { ...bought, id_proveedor: 9 }],
  [
    '/enviarGasto',
    record({ ...purchase, ...unknownSupplier }),
    { ...bought, ...unknownSupplier, digito: '8' },
  ],
  [
    '/cargarSoporte',
    run(expenseEntry, 'cargarSoporte', {
      id_gasto: 7,
      archivo: receipt,
      onProgress: () => undefined,
    }),
    { id_gasto: '7', archivo: receipt },
  ],
  ['/formatearNumero', () => formatTypedMoney('12500'), { valor: '12500' }],
  [
    '/historialCajas',
    run(boxHistory, 'loadRows', { query: { ver_control: 1, id_tienda: 3 } }),
    { ver_control: 1, id_tienda: 3, id_usuario: 77, tipo_perfil: 3 },
  ],
  ['/verCajaDetalle', run(boxContent, 'loadDetail', { key: { id_caja: 12 } }), { id_caja: 12 }],
  ['/detalleGasto', run(decisions.supervisor, 'loadExpense', { id_gasto: 7 }), { id_gasto: 7 }],
  ['/obtenerCaja', run(ship, 'loadShipping', { id_caja: 12 }), { id_caja: 12 }],
  [
    '/obtenerSoportes',
    run(boxSend, 'loadBox', { sender: 'accounting', id_caja: 12 }),
    { id_caja: 12 },
  ],
  ['/enviarCajaSupervisor', sendBy('supervisor', 2), { id_caja: 12, version: 8 }],
  [
    '/guardarSupervisor',
    decide('supervisor', 'approved', { ...typed, reembolsar: '9.000' }),
    { ...decision, id_caja: 12, estado: 3, item: 0, id_rechazo: null, reembolsar: 9_000 },
  ],
  [
    '/guardarMantenimiento',
    decide('maintenance', 'rejected'),
    { ...decision, id_caja: 12, estado: 10, item: 0, id_rechazo: 2 },
  ],
  [
    '/guardarContabilidad',
    decide('accounting', 'approved', split, shownToAccounting.answer),
    {
      ...decision,
      id_caja: 12,
      estado: 6,
      id_rechazo: null,
      ...splitBody,
      ...headBody,
      item_texto: 'Útiles',
    },
  ],
  [
    '/guardarContabilidadFinal',
    decide('final', 'approved'),
    { ...decision, id_caja: 12, estado: 15, id_rechazo: null },
  ],
  [
    '/elegirFacturaElectronica',
    run(decisions.supervisor, 'elegirFacturaElectronica', {
      id_gasto: 7,
      recibo: 'R100',
      url: 'https://facturas.test/1',
    }),
    { id_gasto: 7, recibo: 'R100', url: 'https://facturas.test/1' },
  ],
  [
    '/enviarSoporteCaja',
    run(
      ship,
      'enviarSoporteCaja',
      shipRequest(
        { ...boxFacts({ active: 3 }), companies: [] },
        { id: 4, nombre: 'Envíos', id_ciudad: 5001 },
        ' G1 ',
      ),
    ),
    { id_caja: 12, id_empresa: 4, codigo: 'G1' },
  ],
  ['/enviarCajaMantenimiento', sendBy('maintenance', 1), { id_caja: 12, version: 8 }],
  ['/enviarCajaContabilidad', sendBy('accounting', 4), { id_caja: 12, version: 8 }],
  ['/enviarCajaContabilidadPrevia', sendBy('accounting', 9), { id_caja: 12, version: 8 }],
  [
    '/cajasPendientesContabilidad',
    run(pendingBoxes, 'loadRows', { query: { estado: 4 } }),
    { estado: 4 },
  ],
  [
    '/actdesElemento',
    run(storeRecords, 'actdesElemento', { id_elemento: 3, opc: 0 }),
    { id_elemento: 3, opc: 0, tabla: 'tiendas', usuario_accion: 77 },
  ],
  [
    '/eliminarElemento',
    run(userRecords, 'eliminarElemento', { id_elemento: 9 }),
    { id_elemento: 9, tabla: 'usuarios', usuario_accion: 77 },
  ],
];

describe('the request body', () => {
  test.each(sent)('of %s is the one in the specification', async (path, act, body) => {
    await act();
    const bodies = recordedCalls.filter((call) => call.path === path).map((call) => call.body);
    expect(bodies).toEqual([{ ...body, token }]);
  });

  test.each(payloads)('of %s has every field of the specification', (path, fields) => {
    const bodies = sent.filter(([one]) => one === path).map(([, , body]) => Object.keys(body));
    // No screen of the specification sends this call.
    if (path === '/enviarSoporteCorreo') expect(bodies).toEqual([]);
    else expect(bodies.flat()).toEqual(expect.arrayContaining(fields.split(' ').filter(Boolean)));
  });

  test('contains no user without a session', async () => {
    localStorage.clear();
    await run(storeList, 'loadRows', { query: {} })();
    expect(recordedCalls).toEqual([{ path: '/obtenerTiendas', body: { token } }]);
  });
});

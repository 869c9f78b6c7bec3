/** The main journey with the request bodies of the contract, from the login to the closed box. */
import { expect, test } from 'vitest';
import type { CallPath } from '#contract/contract.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { auditOf, boxRow, eventsOf } from '#tests/kit/box-rows.ts';
import { centavosOf, pdf, startScene } from '#tests/kit/box-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

/** Returns the answer of a call that must succeed with 200. */
async function done<Path extends CallPath>(browser: TestClient, path: Path, body: object) {
  const { status, answer } = await browser.call(path, body);
  expect(status).toBe(200);
  return answer;
}

/** Signs in and returns the session data that the page uses. */
async function login(email: string) {
  const browser = scene.client();
  const [user] = await done(browser, '/auth/user', { email, password: 'Caja2026' });
  return { browser, id: user?.id_usuario, profile: user?.tipoperfil_id };
}

test('from the login to the closed box', async () => {
  const { id: id_tienda, idCaja: id_caja } = scene.store;
  const fundOf = async (browser: TestClient) => {
    const fund = await done(browser, '/obtenerDatosTiendaCaja', { id_tienda });
    const current = await done(browser, '/obtenerCajaActual', { id_tienda });
    const { base, disponible, reembolso, a_cargo_tienda } = fund;
    expect(centavosOf(disponible, reembolso, a_cargo_tienda, current.total)).toBe(centavosOf(base));
    return { disponible, reembolso, current: current.total };
  };

  // The store records two expenses with their files.
  const store = await login('tienda@cajamenor.test');
  const transport = await done(store.browser, '/enviarGasto', {
    fecha_gasto: '2026-06-16',
    num_doc: '1018464851',
    digito: '9',
    proveedor: 'Transportes Ana',
    direccion: 'Carrera 43A # 1-50',
    departamento: 5,
    ciudad: 5001,
    recibo: '000123',
    valor: 20_000,
    concepto: 'Taxi al banco',
    categoria: [16],
    tipo_factura: '0',
    encargado: 'Ana',
    id_tienda,
    usuario_accion: store.id,
  });
  const repair = await done(store.browser, '/enviarGasto', {
    fecha_gasto: '2026-06-01',
    id_proveedor: scene.suppliers.known,
    recibo: 'F77',
    valor: 180_000.5,
    concepto: 'Arreglo de la puerta',
    categoria: [5],
    tipo_factura: 1,
    numero_factura: 'FE1',
    id_tienda,
  });
  const taxi = transport[0]?.id_gasto ?? 0;
  const door = repair[0]?.id_gasto ?? 0;
  for (const id_gasto of [taxi, door]) {
    const file = { filename: 'recibo.pdf', bytes: pdf(String(id_gasto)) };
    const { status } = await store.browser.upload('/cargarSoporte', { id_gasto }, file);
    expect(status).toBe(200);
  }
  expect(await fundOf(store.browser)).toEqual({
    disponible: 799_999.5,
    reembolso: 0,
    current: 200_000.5,
  });
  const sent = await done(store.browser, '/enviarCaja', { id_caja, id_tienda });
  expect(sent).toEqual([{ status: '200', msg: 'Caja enviada', consecutivo: 1 }]);
  expect(await fundOf(store.browser)).toEqual({
    disponible: 799_999.5,
    reembolso: 200_000.5,
    current: 0,
  });

  // The supervisor approves the taxi up to the cap; the door waits for maintenance.
  const supervisor = await login('supervisor@cajamenor.test');
  await done(supervisor.browser, '/guardarSupervisor', {
    id_caja,
    id_gasto: taxi,
    estado: '3',
    item: '0',
    observacion: 'Hasta el tope',
    id_rechazo: null,
    usuario_accion: supervisor.id,
    reembolsar: 15_000,
  });
  await done(supervisor.browser, '/enviarCajaSupervisor', { id_caja });
  expect((await boxRow(scene, id_caja)).active).toBe(1);

  // Maintenance approves the door.
  const maintenance = await login('mantenimiento@cajamenor.test');
  await done(maintenance.browser, '/guardarMantenimiento', {
    id_caja,
    id_gasto: door,
    estado: '9',
    item: '0',
    observacion: 'Trabajo recibido',
    usuario_accion: maintenance.id,
  });
  await done(maintenance.browser, '/enviarCajaMantenimiento', { id_caja });
  expect((await boxRow(scene, id_caja)).active).toBe(9);

  // Accounting itemises both expenses and rejects neither.
  const accounting = await login('contabilidad@cajamenor.test');
  const [pending] = await done(accounting.browser, '/cajasPendientesContabilidad', {
    estado: '4',
  });
  expect(pending).toMatchObject({ id: id_caja, active: 9, total: 200_000.5 });
  await done(accounting.browser, '/guardarContabilidad', {
    id_gasto: taxi,
    id_caja,
    estado: '6',
    item: '1',
    observacion: 'Contabilizado',
    usuario_accion: accounting.id,
    indicadorImpuesto: 5,
    item_texto: '',
    item_valor: [15_000],
    iva_item: [5],
    categorias: [16],
    categorias_nuevas: [],
    proveedor: 'Transportes Ana María',
    tipo_persona: 'PN',
    numero_factura: '',
    fecha_gasto: '2026-06-16',
  });
  await done(accounting.browser, '/guardarContabilidad', {
    id_gasto: door,
    id_caja,
    estado: '6',
    item: '1',
    observacion: 'Contabilizado',
    indicadorImpuesto: 1,
    item_valor: [150_000, 30_000.5],
    iva_item: [1, 5],
    categorias: [5],
    categorias_nuevas: [6],
    tipo_persona: 'PJ',
  });
  await done(accounting.browser, '/enviarCajaContabilidadPrevia', { id_caja });
  expect((await boxRow(scene, id_caja)).active).toBe(3);

  // The store ships the papers.
  await store.browser.get(`/documentos/legalizar.php?id_caja=${id_caja}`);
  await done(store.browser, '/enviarSoporteCaja', {
    id_caja,
    id_empresa: scene.companies.local,
    codigo: 'GUIA-77',
  });
  expect(await done(accounting.browser, '/obtenerSoportes', { id_caja })).toEqual({
    empresa: 'Envíos del Valle de Aburrá',
    codigo_soporte: 'GUIA-77',
  });

  // In the final pass, a rejected expense is not reimbursed.
  await done(accounting.browser, '/guardarContabilidadFinal', {
    id_gasto: taxi,
    estado: '15',
    observacion: 'Papeles completos',
  });
  await done(accounting.browser, '/guardarContabilidadFinal', {
    id_gasto: door,
    estado: '16',
    observacion: 'Falta el original',
    id_rechazo: 1,
  });
  await done(accounting.browser, '/enviarCajaContabilidad', { id_caja });

  const [row] = await done(store.browser, '/historialCajas', { ver_control: 1 });
  expect(row).toMatchObject({
    id_caja,
    consecutivo: 1,
    active: 5,
    estado: 'Cerrada',
    tipo_usuario: '—',
    total: 200_000.5,
    total_aprobado: 15_000,
  });
  expect(await fundOf(store.browser)).toEqual({
    // What was granted waits for its payment; the rest is owed by the person in charge.
    disponible: 799_999.5,
    reembolso: 15_000,
    current: 0,
  });
  expect(await auditOf(scene, id_caja)).toEqual([]);
  expect((await eventsOf(scene, id_caja)).map(({ evento }) => evento)).toEqual([
    'EXPENSE.RECORD',
    'EXPENSE.RECORD',
    'EXPENSE.ATTACH_SUPPORT',
    'EXPENSE.ATTACH_SUPPORT',
    'BOX.SEND',
    'SUPERVISOR.APPROVE',
    'BOX.SEND_SUPERVISOR',
    'BOX.ENTERED_MAINTENANCE',
    'MAINTENANCE.APPROVE',
    'BOX.SEND_MAINTENANCE',
    'ACCOUNTING.APPROVE',
    'ACCOUNTING.APPROVE',
    'BOX.SEND_PRELIMINARY',
    'BOX.PDF_OPENED',
    'BOX.SHIP',
    'BOX.SHIPPED',
    'BOX.SHIPPED',
    'BOX.PAPERS_RECEIVED',
    'FINAL.APPROVE',
    'FINAL.REJECT',
    'BOX.SEND_FINAL',
  ]);
});

/**
 * Every sentence that the specification quotes for screens, rules and errors (sections 2, 5 and 8), caused by
 * actions of users. The architecture tests compare the list with the document.
 */
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { checkDigit } from '#machines/domain/values/document-keys.ts';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { demoPassword, goTo, signIn, type Tab } from '../kit/browser.ts';
import { heading } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf, type TourApi } from '../kit/tour-addresses.ts';
import {
  attention,
  boxesIn,
  expensesOfBox,
  press,
  type,
  receiptInView,
} from '../kit/tour-gestures.ts';

const product = productInBrowser();
let tabs: Tab[] = [];

/** The browser itself reports refused calls; the application logs nothing to the console. */
afterEach(async () => {
  const complaints = tabs.flatMap((tab) => tab.complaints);
  await Promise.all(tabs.map((tab) => tab.close()));
  tabs = [];
  expect(complaints.filter((line) => !line.includes('Failed to load resource'))).toEqual([]);
});

async function newPage(): Promise<Page> {
  const tab = await product.openTab();
  tabs.push(tab);
  return tab.page;
}

async function as(user: string): Promise<{ page: Page; api: TourApi }> {
  const page = await newPage();
  await signIn(page, user);
  return { page, api: await apiOf(page) };
}

/** Waits until the sentence is visible. */
const says = (page: Page, sentence: string): Promise<void> =>
  page.getByText(sentence).filter({ visible: true }).first().waitFor();

it('the login', async () => {
  const page = await newPage();
  await page.goto('/');
  await says(page, 'INICIO DE SESIÓN');
  await press(page, 'Iniciar sesión');
  await says(page, 'Por favor introduzca un correo válido.');
  await says(page, 'Tu contraseña necesita mínimo 6 caracteres.');
  await press(page, 'Restablecer contraseña');
  await press(page, 'Enviar contraseña temporal');
  await says(page, 'Email obligatorio');
});

it('a new password', async () => {
  const page = await newPage();
  await page.goto('/');
  await type(page, 'Usuario (correo electrónico)', 'cambio@cajamenor.test');
  await type(page, 'Contraseña', demoPassword);
  await press(page, 'Iniciar sesión');
  await type(page, 'Nueva contraseña', '');
  await type(page, 'Confirmar contraseña', 'corta');
  await says(page, 'Este campo es obligatorio');
  await type(page, 'Nueva contraseña', 'con espacio');
  await says(page, 'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)');
  await says(page, 'La contraseña no coincide');
});

it('the form of a user', async () => {
  const { page } = await as('admin');
  await goTo(page, '/crearUsuario');
  await press(page, 'Guardar usuario');
  await says(page, 'Por favor llene todos los campos requeridos.');
  await type(page, 'Correo electrónico', 'sin arroba');
  await says(page, 'El formato del correo es incorrecto');
  await type(page, 'Celular', 'tres');
  await says(page, 'No es un número válido');
  await page.getByLabel('Asignar una contraseña temporal').check();
  await type(page, 'Contraseña', 'corta');
  await says(page, 'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)');
  await type(page, 'Confirmar contraseña', 'otra');
  await says(page, 'La contraseña no coincide');

  await page.getByLabel('Tipo de usuario').selectOption({ label: 'Gerente' });
  await page.getByLabel('Tipo de documento').selectOption({ index: 1 });
  await type(page, 'Número de documento', '50020030');
  await type(page, 'Nombre', 'Rosa Elena Prada');
  await type(page, 'Celular', '3001112233');
  await type(page, 'Contraseña', 'Fresno4821');
  await type(page, 'Confirmar contraseña', 'Fresno4821');
  await type(page, 'Correo electrónico', 'admin@cajamenor.test');
  await press(page, 'Guardar usuario');
  await says(page, 'Ha ocurrido el(los) siguiente(s) error(es)');
  await type(page, 'Correo electrónico', 'rosa.prada@cajamenor.test');
  await press(page, 'Guardar usuario');
  await says(page, 'Datos almacenados');
});

it('companies and stores', async () => {
  const { page, api } = await as('admin');
  await goTo(page, '/crearEmpresa');
  await press(page, 'Guardar empresa');
  await says(page, 'Por favor complete todos los campos');
  await goTo(page, '/crearTienda');
  await type(page, 'Correo electrónico', 'sin arroba');
  await says(page, 'Formato de email inválido');

  const zona = 1146;
  const gone = await api.call('/crearEmpresa', { nombre: 'Envíos que se van', zona });
  const id_elemento = gone[0]?.id_empresa ?? 0;
  await goTo(page, `/editarEmpresa/${id_elemento}`);
  await type(page, 'Nombre', 'Envíos que se fueron');
  await api.call('/eliminarElemento', { id_elemento, tabla: 'empresas' });
  await press(page, 'Guardar empresa');
  await says(page, 'Existen errores, por favor corregir y enviar nuevamente');

  await api.call('/crearEmpresa', { nombre: 'Envíos de un día', zona });
  await goTo(page, '/listarEmpresa');
  await page.getByPlaceholder(/^Buscar/).fill('Envíos de un día');
  await page.getByPlaceholder(/^Buscar/).press('Enter');
  // The rows of the search replace those before, and close an open menu.
  await expect.poll(() => page.getByRole('switch', { name: /^Activo: / }).count()).toBe(1);
  await page.getByRole('switch', { name: 'Activo: Envíos de un día' }).click();
  await says(page, 'Registro actualizado');
  await press(page, 'Acciones de Envíos de un día');
  await page.getByRole('menuitem', { name: 'Eliminar Envíos de un día' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirmar eliminación' });
  await says(page, 'Confirmar eliminación');
  await says(page, 'Eliminar');
  await says(page, 'Cancelar');
  const [remove, cancel] = [
    dialog.getByRole('button', { name: 'Eliminar' }),
    dialog.getByRole('button', { name: 'Cancelar' }),
  ];
  expect(await attention(remove)).toBe('teal');
  expect(await attention(cancel)).toBe('red');
  await remove.click();
  await says(page, 'Registro eliminado');
});

/** Almacén Bocagrande: its open box is empty. */
const emptyStore = 7;

it('a box that its store fills', async () => {
  const { page, api } = await as('tienda');
  await goTo(page, `/cajaActual/${emptyStore}`);
  await says(page, 'Reembolso Actual');
  await says(page, 'No hay recibos para enviar');

  await goTo(page, `/crearGasto/${emptyStore}`);
  await says(page, 'Caja menor - Almacén Bocagrande');
  await press(page, 'Guardar gasto');
  await says(page, 'Por favor complete todos los campos');
  await type(page, 'Documento del proveedor', '123456');
  await says(page, 'Solo se aceptan números');
  await type(page, 'Número de recibo', 'R&1');
  await says(page, 'Recuerda que solo se aceptan letras y números');
  await type(page, 'Valor', 'mil');
  await says(page, 'Solo números');
  await page.getByRole('radio', { name: 'Sí', exact: true }).check({ force: true });
  await type(page, 'Número de factura', 'F&1');
  await says(page, 'Solo letras y números, campo obligatorio');

  const { today, categoria } = await dayAndCategory(api);
  await api.call('/enviarGasto', {
    ...newSupplier,
    id_tienda: emptyStore,
    fecha_gasto: today,
    recibo: 'EXC1',
    valor: 900_000,
    concepto: 'Compra grande a un tercero ocasional',
    categoria: [categoria],
    tipo_factura: 0,
  });
  await goTo(page, `/cajaActual/${emptyStore}`);
  await says(page, 'Has excedido el monto máximo');
  await press(page, 'Eliminar el recibo EXC1');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await says(page, 'Registro eliminado');
});

const newSupplier = {
  num_doc: '79111222',
  digito: checkDigit('79111222') ?? '',
  proveedor: 'Ferretería de la esquina',
  direccion: 'Calle 1 # 2-3',
  departamento: 13,
  ciudad: 13001,
};

async function dayAndCategory(api: TourApi): Promise<{ today: string; categoria: number }> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(Date.now());
  const condicional = { id_formato: 1 };
  const rows = await api.call('/datosGenerales', { tabla: 'categoria_gasto', condicional });
  return { today, categoria: Number((rows[0] as { id: number }).id) };
}

it('the papers of a reviewed box', async () => {
  const { page, api } = await as('jaime.deltoro');
  const [box] = await boxesIn(api, boxStates.readyToShip.codigo);
  const idCaja = box?.id ?? 0;
  await goTo(page, `/verCajaRevisada/${idCaja}`);
  const link = page.getByRole('link', { name: /^Descargar PDF/ });
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await opened.close();
  await press(page, 'Enviar');
  await says(page, 'Complete todos los campos');
  const [mailed] = await api.call('/enviarSoporteCorreo', { id_caja: idCaja });
  expect(mailed?.msg).toBe('Soporte enviado al correo registrado');
});

it('the supervisor', async () => {
  const { page, api } = await as('supervisor');
  const boxes = await boxesIn(api, boxStates.supervision.codigo);
  const medellin = boxes.find(({ tienda }) => tienda === 'Almacén Medellín Centro')?.id ?? 0;
  const pereira = boxes.find(({ tienda }) => tienda === 'Mayorista Pereira')?.id ?? 0;
  await goTo(page, `/verCajaSupervisor/${medellin}`);
  // The focused button shows all reasons that block it.
  await page.getByRole('button', { name: 'Enviar', exact: true }).focus();
  await says(page, 'Debe marcar todos los gastos para poder enviar');

  const rows = await expensesOfBox(api, medellin);
  const waiting = rows.filter(({ estado }) => estado === expenseStates.unreviewed.codigo);
  const taxi = waiting.find(({ categorias }) => categorias === 'Transporte (menor al tope)');
  await goTo(page, `/detalleGastoSupervisor/${medellin}/${taxi?.id}`);
  await press(page, 'Guardar');
  await says(page, 'Debes elegir una de las opciones aprobar/rechazar');
  await page.getByRole('radio', { name: 'Rechazado' }).check({ force: true });
  await press(page, 'Guardar');
  await says(page, 'Debes elegir un motivo de rechazo');
  await says(page, 'El campo de observaciones es obligatorio');
  await page.getByRole('radio', { name: 'Aprobado' }).check({ force: true });
  await type(page, 'Valor del reembolso', '15001');
  await type(page, 'Observaciones', 'Visto');
  await press(page, 'Guardar');
  await says(page, 'El valor del reembolso no debe ser superior a $15.000');
  await type(page, 'Valor del reembolso', '5000');
  await receiptInView(page);
  await press(page, 'Guardar');
  await says(page, 'Datos almacenados');

  const unfound = rows.find(({ informe_novedad }) =>
    /electrónica no se encontró/.test(informe_novedad),
  );
  await goTo(page, `/detalleGastoSupervisor/${medellin}/${unfound?.id}`);
  await says(page, 'FACTURA NO ENCONTRADA');

  for (const { id } of await expensesOfBox(api, pereira))
    await api.call('/guardarSupervisor', {
      id_caja: pereira,
      id_gasto: id,
      estado: 3,
      item: 0,
      observacion: 'Correcto',
    });
  await goTo(page, `/verCajaSupervisor/${pereira}`);
  await press(page, 'Enviar');
  await says(page, 'Confirmar envío de caja');
  await press(page, 'Ok');
  await says(page, 'Caja enviada');
});

it('accounting', async () => {
  const { page, api } = await as('contabilidad');
  await goTo(page, '/cajasPendientes');
  await heading(page, 'Cajas pendientes').waitFor();
  await says(page, 'Cajas pendientes');
  const { id: box, expense } = await waitingForAccounting(api);
  await goTo(page, `/detalleGastoContabilidad/${expense}/${box}`);
  await press(page, 'Guardar');
  await says(page, 'Debe marcar el gasto');
  await page.getByRole('radio', { name: 'Aprobado' }).check({ force: true });
  // The last expense of the supplier prefills some of the fields that must be empty below.
  const taken = page.getByRole('button', { name: 'Quitar', exact: true });
  if (await taken.isVisible()) await taken.click();
  await type(page, 'Observaciones', '');
  await type(page, 'Valor, fila 1', '');
  await press(page, 'Guardar');
  await says(page, 'Debe agregar las observaciones');
  await says(page, 'Debe seleccionar la clase de documento');
  await says(page, 'Debe seleccionar tipo persona');
  await says(page, 'Falta la itemización del gasto');
  await says(page, 'TOTAL');
  await type(page, 'Valor, fila 1', '1');
  await press(page, 'Guardar');
  await says(page, 'Faltan datos en la itemización');
  await page.getByLabel('Impuesto, fila 1').selectOption({ index: 1 });
  await press(page, 'Guardar');
  await says(
    page,
    'El total del desglose no puede ser menor, ni superar el valor inicial del gasto',
  );
});

/** An expense with one ordinary category that accounting has not decided. */
async function waitingForAccounting(api: TourApi): Promise<{ id: number; expense: number }> {
  for (const { id, active } of await api.call('/cajasPendientesContabilidad', { estado: 4 })) {
    if (active !== boxStates.preliminary.codigo) continue;
    const rows = await api.call('/gastosCajaContabilidad', { id_caja: id });
    for (const row of rows)
      if (
        'categorias' in row &&
        row.estado === expenseStates.supervisorApproved.codigo &&
        !row.categorias.includes(',') &&
        !row.categorias.startsWith('Transporte (')
      )
        return { id, expense: row.id };
  }
  throw new Error('the demonstration has no expense that waits for accounting');
}

it('the stores and their history', async () => {
  const { page } = await as('gerente');
  await page
    .getByRole('link', { name: /^Ver historial: / })
    .first()
    .click();
  await says(page, 'Historial Caja Menor');
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import axios from 'axios';
import { describe, expect, test, vi } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { expenseEntry } from '#src/features/expenses/expense-entry.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import CreateExpenseView from '#src/features/expenses/CreateExpenseView.tsx';
import {
  aFund,
  imaginedToday,
  noSuggestions,
  people,
  refusedBy,
} from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const facts = answered({
  fund: aFund,
  categories: [
    { id: 1, nombre: 'Papelería', cuenta: '519530', id_formato: 1, mantenimiento: 0 },
    { id: 2, nombre: 'Aseo', cuenta: '519525', id_formato: 1, mantenimiento: 0 },
  ],
  departments: [{ id: 11, iso_region: 'CO', nombre_region: 'Antioquia' }],
  suggestions: noSuggestions,
  today: imaginedToday,
  file: null,
  origin: null,
});
const known = { id: 9, num_doc: '900373923', digito: '8', nombre: 'Papelería Norte' };
const saved = answered([{ status: '200', id_gasto: 70 }]);
const uploaded = answered([{ status: '200', soporte: 'abc.png' }]);
const photo = new File(['x'], 'recibo.png', { type: 'image/png' });

const open = (
  answers: Answers,
  {
    found = answered([known]),
    invoices = answered<object[]>([]),
    address = '/crearGasto/3' as string,
    redirectDelay = 60_000,
  } = {},
) => {
  const entry = answering(expenseEntry, { loadEntry: [facts], ...answers }, redirectDelay);
  const lookup = answering(supplierLookupMachine, {
    // One lookup per keystroke: `answering` sets `lookupDelay` to 0.
    facturasSinGasto: [invoices],
    findSuppliers: Array.from({ length: 15 }, () => found),
    loadMunicipalities: [
      answered([{ id_municipio: 5, municipio: 'Medellín', departamento_id: 11 }]),
    ],
  });
  const user = renderScreen(
    <CreateExpenseView machines={{ entry: entry.logic, lookup: lookup.logic }} />,
    patterns.crearGasto,
    address,
    people.store,
  );
  return { user, asked: entry.asked };
};

const document = () => screen.findByRole('combobox', { name: 'Documento del proveedor' });
const textbox = (name: string) => screen.getByRole('textbox', { name });
const digit = () => screen.getByLabelText('Dígito de verificación');
const save = () => screen.findByRole('button', { name: 'Guardar gasto' });
const file = () => screen.findByLabelText('Archivo de soporte');

type User = ReturnType<typeof open>['user'];

async function fillPurchase(user: User) {
  await fill(user, await screen.findByLabelText('Fecha de compra'), '2030-05-10');
  await fill(user, textbox('Valor'), '12500.50');
  await fill(user, textbox('Número de recibo'), 'R1');
  await fill(user, textbox('Concepto'), 'Esferos');
  await user.click(screen.getByRole('checkbox', { name: 'Aseo' }));
  await user.click(screen.getByRole('radio', { name: 'No' }));
  await user.upload(await file(), photo);
}

async function chooseKnown(user: User) {
  await fill(user, await document(), '9003');
  await user.click(await screen.findByRole('option', { name: /Papelería Norte/ }));
}

describe('a new expense', () => {
  test('that may repeat another shows a warning with a link to it before it is saved', async () => {
    const { user } = open({});
    const questions: unknown[] = [];
    vi.spyOn(axios.Axios.prototype, 'request').mockImplementation(async ({ url, data }) => {
      if (url !== '/gastosRepetidos') throw new Error('offline');
      questions.push(data);
      return {
        status: 200,
        headers: {},
        data: {
          avisos: ['El proveedor y el número de recibo ya se registraron en otro gasto.'],
          repetidos: [41],
        },
      };
    });
    await chooseKnown(user);
    await fillPurchase(user);
    expect(await screen.findByText('Este gasto puede estar repetido')).toBeVisible();
    expect(screen.getByRole('link', { name: /Ver el otro gasto/ })).toHaveAttribute(
      'href',
      '/#/detalleGasto/41',
    );
    // The same question is not sent twice, so that no other request precedes the save.
    await user.click(textbox('Valor'));
    await user.tab();
    expect(new Set(questions.map((question) => JSON.stringify(question))).size).toBe(
      questions.length,
    );
  });

  test('without values shows a summary and the errors of the fields', async () => {
    const { user, asked } = open({});
    await screen.findByRole('heading', { name: 'Caja menor - Tienda Centro' });
    await user.click(await save());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Por favor complete todos los campos',
    );
    expect(await document()).toHaveAccessibleDescription(/Solo se aceptan números/);
    expect(textbox('Valor')).toHaveAccessibleDescription(/Escriba el valor/);
    expect(asked.enviarGasto).toBeUndefined();
  });

  test('that exceeds the fund shows a warning while its value is typed', async () => {
    const { user } = open({});
    await screen.findByRole('heading', { name: 'Caja menor - Tienda Centro' });
    await fill(user, textbox('Valor'), '487501');
    expect(
      screen.getByText(/El fondo tiene \$ 487.500 disponibles: este gasto lo supera en \$ 1 y/),
    ).toBeVisible();
    await user.type(textbox('Valor'), '{Backspace}');
    expect(screen.queryByText(/El fondo tiene/)).toBeNull();
  });

  test('above the cap of its category shows the reimbursed value while it is typed', async () => {
    const { answer } = facts as Extract<typeof facts, { ok: true }>;
    const taxi = {
      id: 16,
      nombre: 'Transporte',
      cuenta: '514515',
      id_formato: 1,
      mantenimiento: 0,
    };
    const { user } = open({ loadEntry: [answered({ ...answer, categories: [taxi] })] });
    await user.click(await screen.findByRole('checkbox', { name: /Transporte/ }));
    await fill(user, textbox('Valor'), '15000');
    expect(screen.queryByText(/Se reembolsan/)).toBeNull();
    await fill(user, textbox('Valor'), '0');
    expect(screen.getByText(/Se reembolsan \$ 15\.000\./)).toBeVisible();
  });

  test('of an inactive store shows the reason instead of the form', async () => {
    const { answer } = facts as Extract<typeof facts, { ok: true }>;
    const fund = { ...answer.fund, active_: 0 };
    open({ loadEntry: [answered({ ...answer, fund })] });
    expect(
      await screen.findByText('La tienda está inactiva: no puede registrar gastos.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Guardar gasto' })).toBeNull();
  });

  test('of a known supplier is saved with its receipt', async () => {
    const { user, asked } = open({ enviarGasto: [saved], cargarSoporte: [uploaded] });
    await chooseKnown(user);
    expect(await document()).toHaveAccessibleDescription('Papelería Norte');
    expect(digit()).toHaveTextContent('-8');
    await fillPurchase(user);
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.enviarGasto).toEqual([
      {
        body: expect.objectContaining({
          id_proveedor: 9,
          valor: 12_500.5,
          categoria: [2],
          tipo_factura: 0,
          id_tienda: 3,
        }),
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect(asked.cargarSoporte).toEqual([
      expect.objectContaining({ id_gasto: 70, archivo: photo }),
    ]);
  });

  test('of an unknown supplier needs its name, address, department and city', async () => {
    const { user, asked } = open(
      { enviarGasto: [saved], cargarSoporte: [uploaded] },
      { found: answered([]) },
    );
    await fill(user, await document(), '800197268');
    expect(digit()).toHaveTextContent('-4');
    await fill(user, await screen.findByRole('textbox', { name: 'Dirección' }), 'Calle 1');
    await fill(user, textbox('Nombre del proveedor'), 'Nuevo');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Departamento' }), 'Antioquia');
    await screen.findByRole('option', { name: 'Medellín' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Ciudad' }), 'Medellín');
    await fillPurchase(user);
    await user.click(await save());
    await screen.findByText('Datos almacenados');
    expect(asked.enviarGasto).toEqual([
      expect.objectContaining({
        body: expect.objectContaining({
          num_doc: '800197268',
          digito: '4',
          proveedor: 'Nuevo',
          departamento: 11,
          ciudad: 5,
        }),
      }),
    ]);
  });

  test('drops punctuation and check digit from the document of its supplier', async () => {
    const { user } = open({}, { found: answered([]) });
    await user.type(await document(), '8001972684');
    await user.click(await screen.findByRole('button', { name: '¿NIT 800197268-4?' }));
    expect(await document()).toHaveValue('800197268');
    expect(digit()).toHaveTextContent('-4');
    expect(screen.queryByRole('button', { name: /¿NIT/ })).toBeNull();
    await user.clear(await document());
    await user.type(await document(), '900.373.923-8');
    await user.tab();
    expect(await document()).toHaveValue('900373923');
    expect(digit()).toHaveTextContent('-8');
  });

  test('with an electronic invoice requires the invoice number', async () => {
    const { user } = open({});
    await user.click(await screen.findByRole('radio', { name: 'Sí' }));
    await user.click(await save());
    await waitFor(() => expect(textbox('Número de factura')).toBeInvalid());
    expect(textbox('Número de factura')).toHaveAccessibleDescription(
      /Solo letras y números, campo obligatorio/,
    );
  });

  test('is locked after a network error until the save is repeated with the same key', async () => {
    const { user, asked } = open({
      enviarGasto: [new Error('offline'), saved],
      cargarSoporte: [uploaded],
    });
    await chooseKnown(user);
    await fillPurchase(user);
    await user.click(await save());
    expect(await screen.findByText('El gasto no se ha guardado')).toBeVisible();
    expect(textbox('Concepto')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Datos almacenados');
    const [first, second] = asked.enviarGasto ?? [];
    expect(first).toEqual(second);
  });
});

describe('the form of an expense', () => {
  const recent = {
    ...known,
    categoria: [2],
    tipo_factura: 0 as const,
    concepto: 'Taxi al banco',
  };
  const suggested = answered({
    ...facts.answer,
    suggestions: {
      proveedores: [recent],
      categorias: [1],
      topes: [],
      departamento: 11,
      ciudad: 5,
    },
  });
  const loadEntry = [suggested, suggested];
  const chip = () => screen.findByRole('button', { name: 'Papelería Norte' });

  test('proposes the last expense of a recent supplier and overwrites no typed value', async () => {
    const { user } = open({ loadEntry });
    await fill(
      user,
      await screen.findByRole('textbox', { name: 'Concepto' }),
      'Taxi al aeropuerto',
    );
    await user.click(await chip());
    expect(await chip()).toHaveAttribute('aria-pressed', 'true');
    expect(await document()).toHaveValue('900373923');
    expect(screen.getByRole('checkbox', { name: 'Aseo' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'No' })).toBeChecked();
    expect(textbox('Concepto')).toHaveValue('Taxi al aeropuerto');
    expect(screen.getByLabelText('Fecha de compra')).toHaveValue('2030-05-20');
    expect(screen.getAllByText('Propuesto')).toHaveLength(3);
    await user.click(screen.getByRole('radio', { name: 'Sí' }));
    expect(screen.getAllByText('Propuesto')).toHaveLength(2);
  });

  test('proposes today as the purchase date, and yesterday after one click', async () => {
    const { user } = open({ loadEntry });
    const day = await screen.findByLabelText('Fecha de compra');
    expect(day).toHaveValue('2030-05-20');
    expect(screen.getByRole('button', { name: 'Hoy' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Ayer' }));
    await user.click(await chip());
    expect(day).toHaveValue('2030-05-19');
  });

  test('shows the value and the receipt number as they will be saved', async () => {
    const { user } = open({ loadEntry });
    await fill(user, await screen.findByRole('textbox', { name: 'Valor' }), '12.500,50');
    expect(textbox('Valor')).toHaveAccessibleDescription('$ 12.500,50');
    await fill(user, textbox('Número de recibo'), 'R-55');
    expect(textbox('Número de recibo')).toHaveAccessibleDescription('Se guarda R55');
  });

  test('is filled in from an invoice of the supplier, and warns about another value', async () => {
    const invoices = answered([
      { cufe: 'a', numero_factura: 'FE12', fecha: '2030-05-18', valor: 45_000, anticipo: 0 },
    ]);
    const { user } = open({ loadEntry }, { invoices });
    await user.click(await chip());
    await user.click(await screen.findByRole('button', { name: /^FE12/ }));
    expect(textbox('Número de recibo')).toHaveValue('FE12');
    expect(textbox('Número de factura')).toHaveValue('FE12');
    expect(textbox('Valor')).toHaveValue('$ 45.000');
    expect(screen.getByLabelText('Fecha de compra')).toHaveValue('2030-05-18');
    await user.clear(textbox('Valor'));
    await fill(user, textbox('Valor'), '46000');
    expect(screen.getByText('La factura FE12 es de $ 45.000.')).toBeVisible();
  });

  test('lights the invoice that was pressed, not another one of its number, and says at once that an expense has it', async () => {
    const elCid = { numero_factura: 'FV60518', fecha: '2030-05-18', anticipo: 0 };
    const invoices = answered([
      { ...elCid, cufe: 'b', valor: 57_500 },
      { ...elCid, cufe: 'a', valor: 39_100 },
    ]);
    const { user } = open({ loadEntry }, { invoices });
    const questions: unknown[] = [];
    vi.spyOn(axios.Axios.prototype, 'request').mockImplementation(async ({ url, data }) => {
      if (url !== '/gastosRepetidos') throw new Error('offline');
      questions.push(data);
      const avisos = ['La factura electrónica ya está en otro gasto.'];
      return { status: 200, headers: {}, data: { avisos, repetidos: [] } };
    });
    await user.click(await chip());
    const small = await screen.findByRole('button', { name: /^FV60518 · \$ 39\.100/ });
    const large = screen.getByRole('button', { name: /^FV60518 · \$ 57\.500/ });
    await user.click(small);
    expect(small).toHaveAttribute('aria-pressed', 'true');
    expect(large).toHaveAttribute('aria-pressed', 'false');
    expect(await screen.findByText('La factura electrónica ya está en otro gasto.')).toBeVisible();
    // The focus has not left the button.
    expect(small).toHaveFocus();
    expect(questions.at(-1)).toMatchObject({
      numero_factura: 'FV60518',
      recibo: 'FV60518',
      valor: 39_100,
      fecha_gasto: '2030-05-18',
    });
    await user.click(large);
    expect(small).toHaveAttribute('aria-pressed', 'false');
    expect(large).toHaveAttribute('aria-pressed', 'true');
  });

  test('hides less used categories behind a button, and shows the cap of a category', async () => {
    const categories = [
      ...facts.answer.categories,
      { id: 16, nombre: 'Transporte', cuenta: '519530', id_formato: 1, mantenimiento: 0 },
    ];
    const { user } = open({ loadEntry: [answered({ ...suggested.answer, categories })] });
    await user.click(await screen.findByRole('button', { name: 'Otras (2)' }));
    expect(screen.getByRole('checkbox', { name: 'Aseo' })).toBeVisible();
    expect(screen.getByText('hasta $ 15.000')).toBeVisible();
  });

  test('is empty again after «Guardar y registrar otro», with a success message', async () => {
    const { user, asked } = open({
      loadEntry: [facts, facts],
      enviarGasto: [saved],
      cargarSoporte: [uploaded],
    });
    await chooseKnown(user);
    await fillPurchase(user);
    await user.click(screen.getByRole('button', { name: 'Guardar y registrar otro' }));
    expect(await screen.findByText('Datos almacenados. Lleva 1 gasto.')).toBeVisible();
    expect(textbox('Número de recibo')).toHaveValue('');
    expect(await document()).toHaveValue('');
    expect(screen.queryByText('recibo.png')).not.toBeInTheDocument();
    expect(asked.enviarGasto).toHaveLength(1);
  });

  test('is empty again after a save and «Registrar otro gasto»', async () => {
    const { user } = open({
      loadEntry: [facts, facts],
      enviarGasto: [saved],
      cargarSoporte: [uploaded],
    });
    await chooseKnown(user);
    await fillPurchase(user);
    await user.click(await save());
    await user.click(await screen.findByRole('button', { name: 'Registrar otro gasto' }));
    expect(await screen.findByRole('textbox', { name: 'Número de recibo' })).toHaveValue('');
  });
});

describe('the receipt', () => {
  test('of a forbidden file type shows an error; a valid one is shown and can be removed', async () => {
    const { user } = open({});
    const drop = (dropped: File) =>
      fireEvent.drop(screen.getByText('Elegir archivo'), { dataTransfer: { files: [dropped] } });
    await file();
    drop(new File(['x'], 'notas.docx'));
    expect(
      await screen.findByText('«notas.docx» no es un archivo permitido. Use PDF, JPG o PNG.'),
    ).toBeVisible();
    expect(await file()).toBeInvalid();
    drop(photo);
    expect(await screen.findByText('recibo.png')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Quitar la foto' }));
    expect(screen.queryByText('recibo.png')).not.toBeInTheDocument();
  });

  test('has the focus once it is chosen, because the file button is gone', async () => {
    const { user } = open({});
    await user.upload(await file(), photo);
    await screen.findByText('recibo.png');
    expect(screen.getByRole('group', { name: 'Soporte elegido' })).toHaveFocus();
  });

  const pending = { address: '/crearGasto/3?gasto=70' };

  test('of a recorded expense is uploaded alone, then the page redirects to the current box', async () => {
    const { user, asked } = open({ cargarSoporte: [uploaded] }, { ...pending, redirectDelay: 0 });
    await user.upload(await file(), photo);
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/cajaActual/3');
    expect(asked.cargarSoporte).toEqual([expect.objectContaining({ id_gasto: 70 })]);
  });

  test('can be uploaded again after a network error', async () => {
    const { user, asked } = open({ cargarSoporte: [new Error('offline'), uploaded] }, pending);
    await user.upload(await file(), photo);
    expect(await screen.findByText('El archivo no llegó')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reintentar el envío' }));
    await screen.findByText('Datos almacenados');
    expect(asked.cargarSoporte).toHaveLength(2);
  });
});

test('a store that the user may not see shows the not-found message', async () => {
  open({ loadEntry: [refusedBy.permission] });
  expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
});

import { expect, test } from 'vitest';
import { emptyExpenseEntry } from '#machines/flows/expenses/expense-entry.form.ts';
import { codeNotice, filledFromCode } from '#machines/flows/expenses/expense-proposals.ts';
import {
  type InvoiceScanEvent,
  type ScannedInvoice,
  invoiceScanMachine,
} from '#machines/flows/expenses/invoice-scan.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const cufe = 'ab'.repeat(48);
const qr = `NumFac: FE-12\nFecFac: 2030-05-18\nNitFac: 900373923\nValTolFac: 45000.00\nCUFE: ${cufe}`;
const code = { numero: 'FE12', fecha: '2030-05-18', nit: '900373923', valor: 45_000, cufe };
const photo = new File(['x'], 'factura.jpg', { type: 'image/jpeg' });
const stream = {} as MediaStream;
const factura = {
  nit: '900373923',
  razon_social: 'Papelería',
  numero_factura: 'FE12',
  fecha: '2030-05-18',
  valor: 45_100,
  con_gasto: 0 as const,
};
const found = { factura, proveedor: null };

const events = {
  OPEN: [{ type: 'OPEN' }],
  CLOSE: [{ type: 'CLOSE' }],
  PASTE: [
    { type: 'PASTE', text: qr },
    { type: 'PASTE', text: 'https://wa.me/57' },
  ],
  CHOOSE_PHOTO: [{ type: 'CHOOSE_PHOTO', photo }],
} satisfies EventFixtures<InvoiceScanEvent>;

const input = { id_tienda: 3 };
const noCamera = refused(415, 'Aquí no hay cámara.');

test('every edge is walked, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: invoiceScanMachine,
    inputs: [input],
    events,
    outcomes: {
      openCamera: [answered(stream), noCamera],
      watchCamera: [answered(qr), answered('otro'), noCamera],
      readPhoto: [answered(qr), noCamera],
      facturaDelCodigo: [answered(found), refusedBy.permission],
    },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

/** With what the form took. */
const begin = (answers: Answers) => {
  const taken: ScannedInvoice[] = [];
  const machine = invoiceScanMachine.provide({
    actions: { fillIn: (_, scanned) => void taken.push(scanned) },
  });
  return { ...beginJourney(machine, input, answers), taken };
};

test('the camera reads a code, its stream is cleared, and the invoice is found', async () => {
  const { actor, requests, taken, reaches } = begin({
    openCamera: [answered(stream)],
    watchCamera: [answered(qr)],
    facturaDelCodigo: [answered(found)],
  });
  actor.send({ type: 'OPEN' });
  expect((await reaches('closed')).context).toMatchObject({ stream: null });
  expect(taken).toEqual([{ code, found }]);
  expect(requests.facturaDelCodigo).toEqual([{ id_tienda: 3, cufe, nit: '900373923' }]);
});

test('pasted text replaces the camera, and the code suffices when the call fails', async () => {
  const { actor, now, taken, reaches } = begin({
    openCamera: [noCamera],
    facturaDelCodigo: [new Error('offline')],
  });
  actor.send({ type: 'OPEN' });
  expect((await reaches('unseen')).context.problem?.msg).toBe('Aquí no hay cámara.');
  actor.send({ type: 'PASTE', text: 'hola' });
  expect(now().context.problem?.msg).toMatch(/^Este no es el código de una factura/);
  actor.send({ type: 'PASTE', text: qr });
  expect((await reaches('closed')).context).toMatchObject({ problem: null });
  expect(taken).toEqual([{ code, found: null }]);
});

test('the form takes the imported invoice, else the code; missing fields stay as typed', () => {
  const taken = {
    tipo_factura: 1,
    numero_factura: 'FE12',
    recibo: 'FE12',
    fecha_gasto: '2030-05-18',
  };
  expect(filledFromCode(emptyExpenseEntry, code, factura)).toMatchObject({
    ...taken,
    valor: '$ 45.100',
  });
  expect(filledFromCode(emptyExpenseEntry, code, null)).toMatchObject({
    ...taken,
    valor: '$ 45.000',
  });
  const typed = { ...emptyExpenseEntry, valor: '9.000', recibo: 'R1' };
  const bare = { ...code, numero: null, fecha: null, valor: null };
  expect(filledFromCode(typed, bare, null)).toEqual(typed);
});

test('a notice reports an invoice that is used, not imported or not checked', () => {
  const bare = { ...code, numero: null };
  expect(codeNotice(code, found)).toBe('');
  expect(codeNotice(code, null)).toBe('');
  expect(codeNotice(code, { ...found, factura: { ...factura, con_gasto: 1 } })).toMatch(
    /^Otro gasto ya tiene la factura FE12/,
  );
  expect(codeNotice(bare, { factura: null, proveedor: null })).toMatch(/^Nadie ha importado/);
  expect(codeNotice(bare, null)).toMatch(/^Sin respuesta del servidor/);
});

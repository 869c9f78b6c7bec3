/** The facts that guards ask of: the same in the row of the server, in its answer, in the browser and in the log. */
import { describe, expect, test } from 'vitest';
import { boxFacts } from '#machines/domain/box/box.machine.ts';
import { refusalsOf } from '#machines/domain/case/box-case.ts';
import { expenseFacts } from '#machines/domain/expense/expense-guards.ts';
import {
  changedFacts,
  factsOfAnswer,
  factsOfRow,
  fieldsOfRow,
  loggedColumns,
} from '#machines/domain/values/facts.ts';
import { caseOfBox } from '#machines/flows/boxes/box.selectors.ts';
import { aBox, people } from '#tests/kit/flow-fixtures.ts';

const invoices = [
  { numero_factura: 'FE1', url: 'https://facturas.test/a' },
  { numero_factura: 'FE1', url: 'https://facturas.test/b' },
];
const row = {
  requiere_mantenimiento: 1,
  soporte: 'recibo.pdf',
  id_usuario: 2,
  correccion: '{"id_usuario":4,"etapa":"supervisor"}',
  categorias_propias: '[5,7]',
  valor: 1_250_050,
  reembolsar: null,
  data_factura: JSON.stringify(invoices),
} as const;
const answer = {
  requiere_mantenimiento: 1 as const,
  soporte: 'recibo.pdf',
  id_usuario_registro: 2,
  id_usuario_correccion: 4,
  categorias_propias: [5, 7],
  valor: 12_500.5,
  reembolsar: null,
  facturas: ['https://facturas.test/a', 'https://facturas.test/b'],
};
const context = {
  needsMaintenance: true,
  hasReceipt: true,
  recordedBy: 2,
  correctedBy: 4,
  categoryIds: [5, 7],
  valor: 1_250_050,
  reembolsar: null,
  offeredInvoices: ['https://facturas.test/a', 'https://facturas.test/b'],
};

describe('of an expense', () => {
  test('the row gives the context and the answer, and the answer gives the same context', () => {
    expect(factsOfRow(expenseFacts, row)).toEqual(context);
    expect(fieldsOfRow(expenseFacts, row)).toEqual(answer);
    expect(factsOfAnswer(expenseFacts, answer)).toEqual(context);
  });

  test('without a correction nobody corrected it', () => {
    expect(factsOfRow(expenseFacts, { ...row, correccion: '' })).not.toHaveProperty('correctedBy');
  });

  test('the log carries the changes of the offered invoices; events set the others', () => {
    expect(changedFacts(expenseFacts, { data_factura: '[]', valor: 1 })).toEqual({
      offeredInvoices: [],
    });
    expect(loggedColumns(expenseFacts)).toEqual({ data_factura: '[]' });
  });
});

describe('of a box', () => {
  test('the row gives the context, and its answer tells whether the PDF was opened', () => {
    const papers = { pdf_descargado: null, papeles: 1_700_000_000_000 };
    expect(factsOfRow(boxFacts, papers)).toEqual({ pdfUnread: true, hasPapers: true });
    expect(fieldsOfRow(boxFacts, papers)).toEqual({ pdf_abierto: 0 });
  });

  test.each([
    [0, ['legalisationIsOpened']],
    [1, []],
  ] as const)('the browser asks the guard of the PDF itself: %s', (pdf_abierto, guards) => {
    const event = {
      type: 'BOX.SHIP',
      actor: people.store,
      empresa: 'Motorizado',
      codigo: '',
    } as const;
    const refusals = refusalsOf(caseOfBox(aBox({ active: 3, pdf_abierto }), []), {
      type: 'box',
      idGasto: null,
      event,
    });
    expect(refusals.map(({ guardia }) => guardia)).toEqual(guards);
  });
});

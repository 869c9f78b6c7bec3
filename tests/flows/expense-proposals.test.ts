import { describe, expect, test } from 'vitest';
import { emptyExpenseEntry } from '#machines/flows/expenses/expense-entry.form.ts';
import {
  filledFromInvoice,
  categoriesAtHand,
  invoiceNotice,
  invoiceOfForm,
  isProposed,
  proposalOf,
  proposalOfNewcomer,
  proposed,
  withInvoiceAnswer,
  withNumber,
} from '#machines/flows/expenses/expense-proposals.ts';
import { noSuggestions } from '#tests/kit/flow-fixtures.ts';

const category = (id: number) => ({
  id,
  nombre: `Categoría ${id}`,
  cuenta: '519530',
  id_formato: 1,
  mantenimiento: 0,
});

const facts = {
  categories: [category(1), category(2)],
  suggestions: {
    ...noSuggestions,
    proveedores: [
      {
        id: 9,
        num_doc: '900373923',
        digito: '8',
        nombre: 'Taxi Express',
        categoria: [2, 99],
        tipo_factura: 0 as const,
        concepto: 'Taxi al banco',
      },
      {
        id: 10,
        num_doc: '800197268',
        digito: '4',
        nombre: 'Papelería',
        categoria: [99],
        tipo_factura: 1 as const,
        concepto: 'Resmas',
      },
    ],
    categorias: [99, 2],
    departamento: 5,
    ciudad: 5001,
  },
};

describe('a known supplier', () => {
  test('proposes the values of its last expense, with the categories that the store still has', () => {
    expect(proposalOf(9, facts)).toEqual({
      concepto: 'Taxi al banco',
      tipo_factura: 0,
      categoria: [2],
    });
    expect(proposalOf(10, facts)).toEqual({ concepto: 'Resmas', tipo_factura: 1 });
    expect(proposalOf(11, facts)).toEqual({});
    expect(categoriesAtHand(emptyExpenseEntry, facts)).toEqual([2]);
    expect(
      categoriesAtHand({ ...emptyExpenseEntry, propuestos: { categoria: [1] } }, facts),
    ).toEqual([1, 2]);
  });

  test('does not overwrite typed values, and its proposals are removed with it', () => {
    const typed = {
      ...emptyExpenseEntry,
      concepto: 'Taxi al aeropuerto',
      tipo_factura: 0 as const,
    };
    const chosen = proposed(typed, proposalOf(9, facts));
    expect(chosen).toMatchObject({ concepto: 'Taxi al aeropuerto', categoria: [2] });
    expect(isProposed(chosen, 'categoria')).toBe(true);
    expect(isProposed(chosen, 'concepto')).toBe(false);
    expect(isProposed(chosen, 'tipo_factura')).toBe(false);
    expect(proposed(chosen, {})).toEqual(typed);
    expect(proposed(chosen, proposalOf(10, facts)).categoria).toEqual([]);
  });

  test('does not replace a proposal that the user edited', () => {
    const chosen = proposed(emptyExpenseEntry, proposalOf(9, facts));
    const changed = { ...chosen, concepto: 'Taxi al aeropuerto' };
    expect(isProposed(changed, 'concepto')).toBe(false);
    expect(proposed(changed, proposalOf(10, facts)).concepto).toBe('Taxi al aeropuerto');
  });
});

test('a new supplier gets the city of the store and no electronic invoice', () => {
  expect(proposed(emptyExpenseEntry, proposalOfNewcomer(facts))).toMatchObject({
    departamento: 5,
    ciudad: 5001,
    tipo_factura: 0,
  });
});

describe('an electronic invoice', () => {
  const invoice = {
    cufe: 'a',
    numero_factura: 'FE12',
    fecha: '2030-05-10',
    valor: 45_000.5,
    anticipo: 0,
  };
  const typed = { ...emptyExpenseEntry, valor: '$ 1', recibo: 'R1', concepto: 'Resmas' };

  test('overwrites typed values, and its values are removed with its supplier', () => {
    const filled = filledFromInvoice(typed, invoice);
    expect(filled).toMatchObject({
      fecha_gasto: '2030-05-10',
      recibo: 'FE12',
      valor: '$ 45000.50',
      tipo_factura: 1,
      numero_factura: 'FE12',
      concepto: 'Resmas',
    });
    expect(proposed(filled, {})).toEqual({ ...emptyExpenseEntry, concepto: 'Resmas' });
  });

  test.each([
    ['numero_factura', 'recibo'],
    ['recibo', 'numero_factura'],
  ] as const)('copies its typed %s to %s, unless that was typed', (field, other) => {
    const typed = withNumber({ ...emptyExpenseEntry, tipo_factura: 1 }, field, 'FE-12');
    expect(typed).toMatchObject({ [field]: 'FE-12', [other]: 'FE12' });
    expect(isProposed(typed, other)).toBe(true);
    expect(withNumber(typed, field, 'FE-123')[other]).toBe('FE123');
    expect(withNumber({ ...typed, [other]: 'R7' }, field, 'FE-124')[other]).toBe('R7');
    expect(withNumber({ ...emptyExpenseEntry, tipo_factura: 0 }, field, 'FE-12')[other]).toBe('');
  });

  test('takes the receipt number that is typed before the answer', () => {
    const typed = { ...emptyExpenseEntry, recibo: 'FE-12' };
    expect(withInvoiceAnswer(typed, 1)).toMatchObject({ tipo_factura: 1, numero_factura: 'FE12' });
    expect(withInvoiceAnswer(typed, 0)).toMatchObject({ tipo_factura: 0, numero_factura: '' });
    expect(withInvoiceAnswer(emptyExpenseEntry, 1).numero_factura).toBe('');
  });

  test('with another value is reported, matched by its normalised number', () => {
    const named = { tipo_factura: 1 as const, numero_factura: 'fe-12', valor: '45000' };
    expect(invoiceNotice(named, [invoice])).toBe('La factura FE12 es de $ 45.000,50.');
    expect(invoiceNotice({ ...named, valor: '45.000,50' }, [invoice])).toBe('');
    expect(invoiceNotice({ ...named, numero_factura: 'FE13' }, [invoice])).toBe('');
    expect(invoiceNotice({ ...named, tipo_factura: 0 }, [invoice])).toBe('');
    expect(invoiceNotice({ ...named, valor: '' }, [invoice])).toBe('');
    // With two invoices of the same number, both values are valid.
    const duplicate = { ...invoice, cufe: 'b', valor: 45_000 };
    expect(invoiceNotice(named, [invoice, duplicate])).toBe('');
    // Its value agrees with or without what was prepaid.
    const prepaid = { ...invoice, valor: 30_000, anticipo: 15_000 };
    expect(invoiceNotice(named, [prepaid])).toBe('');
    expect(invoiceNotice({ ...named, valor: '30000' }, [prepaid])).toBe('');
    expect(invoiceNotice({ ...named, valor: '15000' }, [prepaid])).not.toBe('');
  });

  test('is distinguished from another one of its number by its CUFE, else by its value', () => {
    const [small, large] = [
      { ...invoice, cufe: 'a', valor: 39_100 },
      { ...invoice, cufe: 'b', valor: 57_500 },
    ];
    const invoices = [large, small];
    const form = { tipo_factura: 1 as const, numero_factura: 'FE12', valor: '39100' };
    expect(invoiceOfForm(form, invoices, 'a')).toBe(small);
    expect(invoiceOfForm({ ...form, valor: '57500' }, invoices, 'a')).toBe(small);
    expect(invoiceOfForm(form, invoices, null)).toBe(small);
    expect(invoiceOfForm({ ...form, valor: '' }, invoices, null)).toBeNull();
    expect(invoiceOfForm({ ...form, numero_factura: 'FE13' }, invoices, 'a')).toBeNull();
    expect(invoiceOfForm({ ...form, valor: '' }, [small], null)).toBe(small);
  });
});

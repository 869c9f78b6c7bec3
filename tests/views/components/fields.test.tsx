import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AutocompleteField } from '#src/ui/fields/AutocompleteField.tsx';
import { CheckboxGroupField, RadioGroupField } from '#src/ui/fields/RadioGroupField.tsx';
import { DateField } from '#src/ui/fields/DateField.tsx';
import { InvalidFields } from '#src/ui/fields/InvalidFields.tsx';
import { MoneyField } from '#src/ui/fields/MoneyField.tsx';
import { MultiSelectField, SelectField } from '#src/ui/fields/SelectField.tsx';
import { PasswordField, TextField } from '#src/ui/fields/TextField.tsx';
import { renderFields } from './render-piece.tsx';

const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar' }));

describe('every field', () => {
  const errors = ({ nombre }: { nombre: string }) =>
    nombre === '' ? { nombre: 'Este campo es obligatorio' } : {};
  const field = <TextField name="nombre" label="Nombre" required help="Como en el documento." />;

  it('has its label as accessible name and its help as description', () => {
    renderFields(field, { initialValues: { nombre: 'Ana' } });
    const box = screen.getByRole('textbox', { name: 'Nombre' });
    expect(screen.getByLabelText('Nombre')).toBe(box);
    expect(box).toHaveAccessibleDescription('Como en el documento.');
    expect(box).toHaveAttribute('aria-required', 'true');
    expect(box).toBeValid();
  });

  it('shows its error on blur, not before', async () => {
    renderFields(field, { initialValues: { nombre: '' }, errors });
    const box = screen.getByRole('textbox', { name: 'Nombre' });
    await userEvent.click(box);
    expect(screen.queryByText('Este campo es obligatorio')).not.toBeInTheDocument();
    await userEvent.tab();
    expect(await screen.findByText('Este campo es obligatorio')).toBeVisible();
    expect(box).toHaveAccessibleDescription('Este campo es obligatorio Como en el documento.');
    expect(box).toBeInvalid();
    await userEvent.type(box, 'Ana');
    await waitFor(() => expect(box).toBeValid());
  });

  it('shows its error after an invalid submit, which focuses the first invalid field', async () => {
    const onSubmit = vi.fn();
    renderFields(
      <>
        <TextField name="otro" label="Otro" />
        {field}
      </>,
      { initialValues: { otro: 'x', nombre: '' }, errors, onSubmit },
    );
    await send();
    const box = screen.getByRole('textbox', { name: 'Nombre' });
    await waitFor(() => expect(box).toHaveFocus());
    expect(screen.getByText('Este campo es obligatorio')).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox', { name: 'Otro' })).toHaveValue('x');
  });
});

it('a password can be shown and hidden', async () => {
  renderFields(<PasswordField name="clave" label="Contraseña" />, {
    initialValues: { clave: 'Caja2026' },
  });
  const box = screen.getByLabelText('Contraseña');
  expect(box).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(box).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
  expect(box).toHaveAttribute('type', 'password');
});

const options = [
  { value: '1', label: 'Papelería' },
  { value: '2', label: 'Aseo y cafetería' },
  { value: '3', label: 'Transporte' },
];

it('an invalid form lists its invalid fields in order, each as a button that focuses the field', async () => {
  renderFields(
    <>
      <TextField name="a" label="Nombre" required />
      <TextField name="b" label="Celular" />
      <RadioGroupField name="c" label="Tipo" required options={options} />
      <InvalidFields />
    </>,
    {
      initialValues: { a: '', b: '', c: '' },
      errors: ({ a }) => ({ ...(a === '' && { a: 'Falta' }), c: 'Falta' }),
    },
  );
  const names = () =>
    screen
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter((name) => name !== 'Enviar');
  expect(names()).toEqual([]);
  await send();
  await waitFor(() => expect(names()).toEqual(['Nombre', 'Tipo']));
  await userEvent.click(screen.getByRole('button', { name: 'Tipo' }));
  expect(screen.getByRole('radio', { name: 'Papelería' })).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Ana');
  await waitFor(() => expect(names()).toEqual(['Tipo']));
});

describe('select', () => {
  it('calls onValueChange with its new value', async () => {
    const onValueChange = vi.fn();
    renderFields(
      <SelectField name="c" label="Categoría" options={options} onValueChange={onValueChange} />,
      { initialValues: { c: '' } },
    );
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Categoría' }), 'Papelería');
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith('1');
  });

  it('does not lose its value while its options load', () => {
    renderFields(<SelectField name="c" label="Categoría" options={[]} loading />, {
      initialValues: { c: '2' },
    });
    expect(screen.getByRole('combobox', { name: 'Categoría' })).toHaveValue('2');
  });
});

it('a radio group has one checked option and submits its value', async () => {
  const onSubmit = vi.fn();
  renderFields(
    <RadioGroupField name="c" label="Decisión" variant="buttons" required options={options} />,
    { initialValues: { c: '' }, onSubmit },
  );
  const group = screen.getByRole('group', { name: 'Decisión' });
  await userEvent.click(within(group).getByRole('radio', { name: 'Papelería' }));
  await userEvent.click(within(group).getByRole('radio', { name: 'Aseo y cafetería' }));
  expect(within(group).getByRole('radio', { name: 'Papelería' })).not.toBeChecked();
  await send();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ c: '2' });
});

it('a checkbox group submits the list of the checked values', async () => {
  const onSubmit = vi.fn();
  renderFields(<CheckboxGroupField name="c" label="Categorías" options={options} />, {
    initialValues: { c: ['2'] },
    onSubmit,
  });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Papelería' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Aseo y cafetería' }));
  await send();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ c: ['1'] });
});

describe('multiple select', () => {
  it('finds, adds and removes options', async () => {
    const onSubmit = vi.fn();
    renderFields(<MultiSelectField name="c" label="Categorías" options={options} />, {
      initialValues: { c: ['1'] },
      onSubmit,
    });
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Buscar en Categorías' }),
      'cafeteria{Enter}',
    );
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Aseo y cafetería' }));
    await userEvent.click(screen.getByRole('button', { name: 'Quitar Papelería' }));
    await send();
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ c: ['2'] });
  });

  it('renders 100 of 1,000 options and shows both numbers', () => {
    const thousand = Array.from({ length: 1000 }, (_, index) => ({
      value: String(index),
      label: `Usuario ${index}`,
    }));
    renderFields(<MultiSelectField name="c" label="Responsables" options={thousand} />, {
      initialValues: { c: [] },
    });
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(100);
    expect(screen.getByRole('status')).toHaveTextContent('Se muestran 100 de 1.000.');
  });
});

describe('date', () => {
  const box = () => screen.getByLabelText('Fecha');
  const renderDate = (value: string, onSubmit = vi.fn()) => {
    renderFields(
      <DateField name="f" label="Fecha" bounds={{ min: '2026-10-05', max: '2026-11-21' }} />,
      {
        initialValues: { f: value },
        onSubmit,
      },
    );
    return onSubmit;
  };

  it('completes a typed day and month to an ISO date and shows its weekday', async () => {
    renderDate('');
    await userEvent.type(box(), '20/11');
    await userEvent.tab();
    expect(box()).toHaveValue('2026-11-20');
    expect(screen.getByText('vie')).toBeVisible();
  });

  it('is completed before Enter submits its form', async () => {
    const onSubmit = renderDate('');
    await userEvent.type(box(), '3/11{Enter}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ f: '2026-11-03' }));
  });

  it('leaves a text that is not a date unchanged', async () => {
    renderDate('');
    await userEvent.type(box(), '31/2');
    await userEvent.tab();
    expect(box()).toHaveValue('31/2');
  });

  it('is chosen with the keyboard in a calendar that respects its bounds', async () => {
    renderDate('2026-11-20');
    await userEvent.click(screen.getByRole('button', { name: 'Abrir el calendario' }));
    const calendar = screen.getByRole('dialog', { name: 'Calendario' });
    expect(within(calendar).getByText('noviembre de 2026')).toBeVisible();
    expect(screen.getByRole('button', { name: 'viernes, 20 de noviembre de 2026' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'domingo, 22 de noviembre de 2026' })).toBeDisabled();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{PageUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('button', { name: 'lunes, 5 de octubre de 2026' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(box()).toHaveValue('2026-10-12');
    expect(box()).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes its calendar on Escape and on a click outside', async () => {
    renderDate('2026-11-20');
    const open = () => userEvent.click(screen.getByRole('button', { name: 'Abrir el calendario' }));
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(box()).toHaveFocus();
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('money', () => {
  const box = () => screen.getByRole('textbox', { name: 'Valor' });
  const renderMoney = (format: (text: string) => Promise<string | undefined>) =>
    renderFields(<MoneyField name="v" label="Valor" format={format} />, {
      initialValues: { v: '' },
    });

  it('shows its formatted value on blur', async () => {
    renderMoney(() => Promise.resolve('$ 12.500'));
    await userEvent.type(box(), '12500');
    await userEvent.tab();
    await waitFor(() => expect(box()).toHaveValue('$ 12.500'));
  });

  it('leaves the typed text when the formatting fails or resolves too late', async () => {
    let answer: (text: string) => void = () => undefined;
    const format = vi
      .fn<(text: string) => Promise<string | undefined>>()
      .mockRejectedValueOnce(new Error('sin red'))
      .mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    renderMoney(format);
    await userEvent.type(box(), '12500');
    await userEvent.tab();
    expect(box()).toHaveValue('12500');
    await userEvent.type(box(), '0');
    await userEvent.tab();
    await userEvent.type(box(), '7');
    answer('$ 125.000');
    await Promise.resolve();
    expect(box()).toHaveValue('1250007');
  });
});

describe('autocomplete', () => {
  const suppliers = [
    { value: '800197268', label: '800197268-4', description: 'Papelería El Cóndor' },
    { value: '800197300', label: '800197300-1', description: 'Ferretería Los Ángeles' },
  ];
  function Suppliers({ onSelect }: { onSelect: (option: { value: string }) => void }) {
    const [text, setText] = useState('');
    return (
      <AutocompleteField
        name="nit"
        label="Documento"
        status={text === '' ? 'idle' : 'ready'}
        options={text === '' ? [] : suppliers.filter(({ value }) => value.startsWith(text))}
        onTextChange={setText}
        onSelect={onSelect}
      />
    );
  }
  const box = () => screen.getByRole('combobox', { name: 'Documento' });

  it('selects an option with the keyboard, without submitting the form', async () => {
    const onSelect = vi.fn();
    const onSubmit = vi.fn();
    renderFields(<Suppliers onSelect={onSelect} />, { initialValues: { nit: '' }, onSubmit });
    await userEvent.type(box(), '8001');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(box()).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { selected: true }).id,
    );
    await userEvent.keyboard('{Enter}');
    expect(box()).toHaveValue('800197300');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(suppliers[1]);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('selects an option with the mouse', async () => {
    const onSelect = vi.fn();
    renderFields(<Suppliers onSelect={onSelect} />, { initialValues: { nit: '' } });
    await userEvent.type(box(), '8');
    await userEvent.click(screen.getByRole('option', { name: /Papelería El Cóndor/ }));
    expect(box()).toHaveValue('800197268');
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it('allows any text, and shows a message when nothing matches', async () => {
    const onSubmit = vi.fn();
    renderFields(<Suppliers onSelect={vi.fn()} />, { initialValues: { nit: '' }, onSubmit });
    await userEvent.type(box(), '999');
    expect(screen.getByRole('status')).toHaveTextContent('Sin coincidencias.');
    await userEvent.keyboard('{Escape}{Enter}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ nit: '999' }));
  });
});

import { useFormikContext } from 'formik';
import { type ClipboardEvent, useState } from 'react';
import { counted } from '#machines/domain/values/texts.ts';
import { isActing, mayAct } from '#machines/flows/records/acting.machine.ts';
import {
  type Payment,
  type TypedConfirmation,
  paymentsFor,
  pastedCells,
  typedPayments,
} from '#machines/flows/payments/payment.kinds.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { figureColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { serverToday } from '../../wire/server-clock.ts';
import type { BatchPartProps } from './BatchAnswer.tsx';
import { nameOfPayment } from './payment-columns.tsx';

interface Values {
  dia: string;
  /** By the id of the box. */
  giros: Record<string, TypedConfirmation>;
}

const required = 'Este campo es obligatorio';

/** Form that confirms payments by hand: a reference a row, and a day where it is not the common one. */
export function ConfirmByHand({ flow: { snapshot, act }, facts }: BatchPartProps) {
  const waiting = paymentsFor('PAYMENT.CONFIRM', facts);
  const today = serverToday();
  return (
    <Section
      title="Confirmar a mano"
      description="Una referencia por fila, escrita o pegada en columna. Lo vacío no se confirma."
    >
      <Form<Values>
        label="Confirmar giros"
        initialValues={{
          dia: today,
          giros: Object.fromEntries(
            waiting.map(({ id_caja }) => [id_caja, { referencia: '', dia: '' }]),
          ),
        }}
        validate={({ dia }) => (dia === '' ? { dia: required } : {})}
        onSubmit={({ dia, giros }) =>
          act({ path: '/confirmarGiros', body: { dia, giros: typedPayments(waiting, giros) } })
        }
      >
        {({ values }) => {
          const typed = typedPayments(waiting, values.giros);
          return (
            <>
              <FieldGrid columns={2}>
                <DateField
                  name="dia"
                  label="Día del giro"
                  help="De las filas sin otro día"
                  bounds={{ max: today }}
                  required
                />
              </FieldGrid>
              <References waiting={waiting} today={today} />
              <ButtonRow>
                <GuardedButton
                  type="submit"
                  waiting={!mayAct(snapshot)}
                  reasons={typed.length === 0 ? ['Escriba al menos una referencia.'] : []}
                  busy={isActing(snapshot, '/confirmarGiros') && 'Confirmando…'}
                >
                  {`Confirmar ${counted(typed.length, 'giro', 'giros')}`}
                </GuardedButton>
              </ButtonRow>
            </>
          );
        }}
      </Form>
    </Section>
  );
}

/** Marks a field of the column of references. */
const mark = (id: number) => ({ 'data-reference': id });

/** The fields of a column, from one of them downwards, in the order that is seen. */
const fieldsFrom = (field: HTMLInputElement): HTMLInputElement[] => {
  const all = [
    ...(field.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-reference]') ?? []),
  ];
  return all.slice(all.indexOf(field));
};

function References({ waiting, today }: { waiting: readonly Payment[]; today: string }) {
  const { values, setFieldValue } = useFormikContext<Values>();
  const [fault, setFault] = useState('');
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const cells = pastedCells(event.clipboardData.getData('text'));
    setFault('');
    if (cells.length < 2) return;
    event.preventDefault();
    const ids = fieldsFrom(event.currentTarget).map(({ dataset }) => dataset.reference ?? '');
    if (cells.length > ids.length) {
      setFault(
        `Pegó ${cells.length} referencias y desde esa fila hay ${ids.length}: no se escribió ninguna.`,
      );
      return;
    }
    const pasted = cells.flatMap((referencia, place) => {
      const id = ids[place] ?? '';
      return referencia === ''
        ? []
        : [[id, { dia: values.giros[id]?.dia ?? '', referencia }] as const];
    });
    void setFieldValue('giros', { ...values.giros, ...Object.fromEntries(pasted) });
  };
  const columns: DataTableColumn<Payment>[] = [
    textColumn('tienda', 'Tienda', ({ tienda }) => tienda, { isRowHeader: true }),
    figureColumn('consecutivo', 'Caja n.º', ({ consecutivo }) => consecutivo, String, {
      align: 'start',
    }),
    moneyColumn('valor', 'Valor', ({ valor }) => valor),
    textColumn('cuenta', 'Cuenta', ({ banco, cuenta }) => `${banco} ${cuenta}`.trim()),
    plainColumn('referencia', 'Referencia', (row) => (
      <TextField
        name={`giros.${row.id_caja}.referencia`}
        label={`Referencia de ${nameOfPayment(row)}`}
        hideLabel
        maxLength={60}
        look={{ ...mark(row.id_caja), onPaste: paste }}
      />
    )),
    plainColumn('dia', 'Otro día', (row) =>
      // Two hundred date fields would be slow, and a row without a reference needs none.
      (values.giros[row.id_caja]?.referencia ?? '') === '' ? (
        '—'
      ) : (
        <DateField
          name={`giros.${row.id_caja}.dia`}
          label={`Día de ${nameOfPayment(row)}`}
          hideLabel
          bounds={{ max: today }}
        />
      ),
    ),
  ];
  return (
    <>
      {fault === '' ? null : <InlineAlert tone="danger">{fault}</InlineAlert>}
      <DataTable<Payment>
        caption="Giros por confirmar"
        columns={columns}
        rows={waiting}
        rowKey={({ id_caja }) => id_caja}
        initialPageSize={100}
        searchPlaceholder="Buscar una tienda"
      />
    </>
  );
}

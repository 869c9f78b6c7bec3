import {
  type AnswerColumn,
  type WordMeaning,
  answerColumns,
  wordMeanings,
} from '#contract/calls/bank-answers.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import type { AnswerHeading } from '#machines/flows/payments/bank-answer.machine.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';

const labels: Record<AnswerColumn, string> = {
  cuenta: 'Cuenta a la que se giró',
  documento: 'Documento del titular',
  valor: 'Valor del giro',
  referencia: 'Número que le dio el banco',
  estado: 'Estado',
  motivo: 'Motivo del rechazo',
  concepto: 'Referencia de la empresa',
};

const requiredColumns: readonly AnswerColumn[] = ['valor', 'referencia', 'estado'];

const meaningLabels: Record<WordMeaning, string> = {
  exito: 'El banco hizo el giro',
  rechazo: 'El banco lo rechazó',
};

const meaningOptions = wordMeanings.map((value) => ({ value, label: meaningLabels[value] }));

interface Values {
  nombre: string;
  fila: string;
  columnas: Record<AnswerColumn, string>;
  /** Meaning of each text, by its position below the title of the state. */
  palabras: string[];
}

const required = 'Este campo es obligatorio';

/** Asks once a bank what each column holds and what its words of state mean. */
export function BankFormatForm({
  headings,
  saving,
  onSave,
}: {
  headings: readonly AnswerHeading[];
  saving: boolean;
  onSave: (body: RequestOf<'/guardarFormatoBanco'>) => void;
}) {
  const headingOf = ({ fila }: Pick<Values, 'fila'>) =>
    headings.find((one) => String(one.fila) === fila);
  const wordsOf = (values: Values): string[] => {
    const heading = headingOf(values);
    return heading?.valores[heading.titulos.indexOf(values.columnas.estado)] ?? [];
  };
  const bodyOf = (values: Values): RequestOf<'/guardarFormatoBanco'> => ({
    nombre: values.nombre.trim(),
    columnas: values.columnas,
    palabras: wordsOf(values).flatMap((palabra, place) => {
      const sentido = wordMeanings.find((meaning) => meaning === values.palabras[place]);
      return sentido === undefined ? [] : [{ palabra, sentido }];
    }),
  });
  const [first] = headings;
  return (
    <Form<Values>
      label="Cómo responde el banco"
      initialValues={{
        nombre: '',
        fila: String(first?.fila ?? ''),
        columnas: Object.fromEntries(
          answerColumns.map((column) => [column, first?.propuesta[column] ?? '']),
        ) as Record<AnswerColumn, string>,
        palabras: [],
      }}
      validate={({ nombre, columnas }) => {
        const missing = requiredColumns.filter((column) => columnas[column] === '');
        return {
          ...(nombre.trim() === '' && { nombre: required }),
          ...(missing.length > 0 && {
            columnas: Object.fromEntries(missing.map((column) => [column, required])),
          }),
        };
      }}
      onSubmit={(values) => onSave(bodyOf(values))}
    >
      {({ values, setValues }) => {
        const words = wordsOf(values);
        const titles = (headingOf(values)?.titulos ?? []).filter(
          (title, place, all) => title !== '' && all.indexOf(title) === place,
        );
        return (
          <>
            <FieldGrid columns={2}>
              <TextField name="nombre" label="Banco" maxLength={60} required />
              <SelectField
                name="fila"
                label="Fila de los títulos"
                options={headings.map(({ fila, titulos }) => ({
                  value: String(fila),
                  label: `Fila ${fila}: ${titulos.filter(Boolean).slice(0, 4).join(', ')}`,
                }))}
                onValueChange={(fila) =>
                  void setValues({
                    ...values,
                    fila,
                    columnas: { ...values.columnas, ...headingOf({ fila })?.propuesta },
                    palabras: [],
                  })
                }
              />
              {answerColumns.map((column) => (
                <SelectField
                  key={column}
                  name={`columnas.${column}`}
                  label={labels[column]}
                  required={requiredColumns.includes(column)}
                  placeholder="No viene"
                  options={titles.map((title) => ({ value: title, label: title }))}
                />
              ))}
            </FieldGrid>
            {values.columnas.estado !== '' && words.length === 0 ? (
              <InlineAlert tone="warning">
                Esa columna no tiene palabras de estado, o tiene demasiadas.
              </InlineAlert>
            ) : null}
            <FieldGrid columns={2}>
              {words.map((word, place) => (
                <SelectField
                  key={word}
                  name={`palabras.${place}`}
                  label={`«${word}» significa`}
                  placeholder="Todavía no se sabe"
                  options={meaningOptions}
                />
              ))}
            </FieldGrid>
            <ButtonRow>
              <GuardedButton type="submit" busy={saving && 'Guardando…'}>
                Guardar y leer el archivo
              </GuardedButton>
            </ButtonRow>
          </>
        );
      }}
    </Form>
  );
}

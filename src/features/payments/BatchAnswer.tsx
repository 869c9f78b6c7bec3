import { useState } from 'react';
import { maximumBankAnswer } from '#contract/calls/payments.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { counted } from '#machines/domain/values/texts.ts';
import {
  answerTo,
  isActing,
  isTicked,
  mayAct,
  reasonsFor,
} from '#machines/flows/records/acting.machine.ts';
import {
  type BatchFacts,
  type BatchPath,
  answeredPayments,
  awaitingBank,
  batchKind,
  pastedReferences,
  referenceFault,
} from '#machines/flows/payments/payment.kinds.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { ManyFilesField } from '../../ui/fields/ManyFilesField.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { textColumn } from '../../ui/table/columns.tsx';
import type { useActing } from './payments.actors.ts';

/** Props of the sections of the batch screen. */
export interface BatchPartProps {
  flow: ReturnType<typeof useActing<BatchFacts, { id_lote: number }, BatchPath>>;
  facts: BatchFacts;
}

/** Ids of the boxes whose payments are ticked. */
export const tickedIn = ({ flow: { snapshot }, facts: { payments } }: BatchPartProps): number[] =>
  payments.map(({ id_caja }) => id_caja).filter((id) => isTicked(snapshot, id));

/** Form that returns the ticked payments to the waiting list, with a reason. */
export function Returning({ flow, facts }: BatchPartProps) {
  const { snapshot, act } = flow;
  const cajas = tickedIn({ flow, facts });
  return (
    <Section title="Devolver" description="Lo que el banco no hizo vuelve a estar por girar.">
      <Form
        label="Devolver giros"
        initialValues={{ motivo: '' }}
        onSubmit={({ motivo }, { resetForm }) => {
          act({ path: '/devolverGiros', body: { cajas, motivo: motivo.trim() } });
          resetForm();
        }}
      >
        {({ values }: { values: { motivo: string } }) => (
          <>
            <TextField name="motivo" label="Motivo de la devolución" maxLength={200} required />
            <ButtonRow>
              <GuardedButton
                type="submit"
                variant="outline"
                waiting={!mayAct(snapshot)}
                reasons={reasonsFor(batchKind, snapshot, {
                  path: '/devolverGiros',
                  body: { cajas, motivo: values.motivo.trim() },
                })}
              >
                Devolver los marcados
              </GuardedButton>
            </ButtonRow>
          </>
        )}
      </Form>
    </Section>
  );
}

type Line = AnswerOf<'/leerRespuestaBanco'>['lineas'][number];

const outcomeOf = ({ id_caja, tienda, consecutivo, problema }: Line): string =>
  id_caja === null ? `No coincide: ${problema}` : `${tienda} n.º ${consecutivo}`;

const lineColumns: readonly DataTableColumn<Line>[] = [
  textColumn('linea', 'Línea', ({ linea }) => String(linea), { card: 'left', cardLabel: 'Línea' }),
  textColumn('cuenta', 'Documento o cuenta', ({ documento, cuenta }) => cuenta || documento, {
    isRowHeader: true,
  }),
  textColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
  textColumn('referencia', 'Referencia', ({ referencia }) => referencia, {
    card: 'right',
    cardLabel: 'Ref.',
  }),
  textColumn('giro', 'Giro', outcomeOf, {
    cell: (line) => <span>{outcomeOf(line)}</span>,
    card: 'foot',
  }),
];

/** Form that confirms payments: one day, and a reference each, pasted or read from the answer file of the bank. */
export function Confirmation({ flow, facts }: BatchPartProps) {
  const { snapshot, send, act } = flow;
  const waiting = awaitingBank(facts);
  const [isTooLong, setTooLong] = useState(false);
  const answer = answerTo(snapshot, '/leerRespuestaBanco');
  const matched = answeredPayments(answer);
  const today = serverToday();
  const read = async (file: File | undefined) => {
    const texto = (await file?.text()) ?? '';
    setTooLong(texto.length > maximumBankAnswer);
    if (texto.length <= maximumBankAnswer)
      act({ path: '/leerRespuestaBanco', body: { id_lote: facts.batch.id, texto } });
  };
  return (
    <Section
      title="Confirmar"
      description="Un día para todos, y la referencia de cada giro en el orden de la lista."
    >
      <Form
        label="Confirmar giros"
        initialValues={{ dia: today, referencias: '' }}
        validate={({ dia, referencias }) => ({
          ...(dia === '' && { dia: 'Este campo es obligatorio' }),
          ...(answer === null &&
            referenceFault(waiting.length, referencias) !== '' && {
              referencias: referenceFault(waiting.length, referencias),
            }),
        })}
        onSubmit={({ dia, referencias }) =>
          act({
            path: '/confirmarGiros',
            body: {
              dia,
              giros: answer === null ? pastedReferences(waiting, referencias) : matched,
            },
          })
        }
      >
        <FieldGrid columns={2}>
          <DateField name="dia" label="Día del giro" bounds={{ max: today }} required />
          {answer === null ? (
            <TextAreaField
              name="referencias"
              label="Referencias"
              help={`${counted(waiting.length, 'línea', 'líneas')}, una por giro`}
            />
          ) : null}
        </FieldGrid>
        <ManyFilesField
          single
          label="Respuesta del banco"
          accept=".csv,.txt"
          maxBytes={maximumBankAnswer}
          onFiles={([file]) => void read(file)}
        />
        {isTooLong ? (
          <InlineAlert tone="danger">El archivo es demasiado grande.</InlineAlert>
        ) : null}
        {answer === null ? null : (
          <>
            <TableSection
              title="Respuesta del banco"
              description={`Líneas que coinciden: ${matched.length} de ${answer.lineas.length}.`}
              columns={lineColumns}
              rows={answer.lineas}
              rowKey={({ linea }) => linea}
              searchable={false}
              initialPageSize={50}
            />
            {answer.sin_respuesta.length === 0 ? null : (
              <InlineAlert
                tone="warning"
                title="Sin respuesta del banco"
                reasons={answer.sin_respuesta.map(
                  ({ tienda, consecutivo }) => `${tienda} n.º ${consecutivo}`,
                )}
              />
            )}
          </>
        )}
        <ButtonRow>
          {answer === null ? null : (
            <GuardedButton variant="outline" onClick={() => send({ type: 'FORGET' })}>
              Descartar esta respuesta
            </GuardedButton>
          )}
          <GuardedButton
            type="submit"
            waiting={!mayAct(snapshot)}
            reasons={
              answer !== null && matched.length === 0 ? ['Ninguna línea coincide con un giro.'] : []
            }
            busy={isActing(snapshot, '/confirmarGiros') && 'Confirmando…'}
          >
            {`Confirmar ${counted(answer === null ? waiting.length : matched.length, 'giro', 'giros')}`}
          </GuardedButton>
        </ButtonRow>
      </Form>
    </Section>
  );
}

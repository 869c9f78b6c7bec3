import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { type EventFrom, type SnapshotFrom, fromPromise } from 'xstate';
import { type LineResult, maximumBankAnswer } from '#contract/calls/bank-answers.calls.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { isActing, mayAct } from '#machines/flows/records/acting.machine.ts';
import {
  type AnswerLine,
  type AnswerWord,
  type BankAnswer as Answer,
  answerOf,
  answeredPayments,
  bankAnswerMachine,
  failedToRead,
  isReading,
  isSaving,
  openWords,
  refusedByReason,
} from '#machines/flows/payments/bank-answer.machine.ts';
import { paymentsFor } from '#machines/flows/payments/payment.kinds.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { problemOf } from '#machines/flows/steps/result.ts';
import { Session } from '../../shell/session.ts';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { Tone } from '../../ui/feedback/tone.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { ManyFilesField } from '../../ui/fields/ManyFilesField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { plainColumn, textColumn } from '../../ui/table/columns.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { callApi, upload } from '../../wire/client.ts';
import { serverToday } from '../../wire/server-clock.ts';
import type { BatchPartProps } from './BatchAnswer.tsx';
import { BankFormatForm } from './BankFormatForm.tsx';

export const bankAnswer = bankAnswerMachine.provide({
  actors: {
    leerRespuestaBanco: fromPromise(({ input: { id_lote, file } }) =>
      upload('/leerRespuestaBanco', { id_lote }, file),
    ),
    // No abort signal: leaving the screen does not cancel a request that was sent.
    guardarDelBanco: fromPromise(({ input: { path, body } }) => callApi(path, body)),
  },
});

interface AnswerFlow {
  snapshot: SnapshotFrom<typeof bankAnswer>;
  send: (event: EventFrom<typeof bankAnswer>) => void;
}

/** The answer of the bank: read line by line; what the bank made is confirmed, what it refused is returned. */
export function BankAnswer({
  flow,
  facts,
  machine = bankAnswer,
}: BatchPartProps & { machine?: typeof bankAnswer | undefined }) {
  const [snapshot, send] = useActor(machine, { input: { id_lote: facts.batch.id } });
  const answer = answerOf(snapshot);
  const problem = problemOf(snapshot);
  const parts = { answering: { snapshot, send }, flow, facts };
  return (
    <Section
      title="Respuesta del banco"
      description="Cargue el archivo con el que el banco dice qué hizo (XLSX o CSV). Leerlo no confirma nada."
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5">
        {isReading(snapshot) ? (
          <LoadingState label="Leyendo la respuesta…" size="inline" />
        ) : (
          <ManyFilesField
            single
            label="Archivo del banco"
            accept=".xlsx,.csv,.txt"
            maxBytes={maximumBankAnswer}
            onFiles={([file]) => file && send({ type: 'CHOOSE', file })}
          />
        )}
        {problem === null ? null : (
          <ProblemAlert
            problem={problem}
            title={failedToRead(snapshot) ? 'No se pudo leer' : 'No se guardó'}
          >
            <GuardedButton size="sm" variant="outline" onClick={() => send({ type: 'RETRY' })}>
              Leer de nuevo
            </GuardedButton>
          </ProblemAlert>
        )}
        {answer === null ? null : <Read answer={answer} {...parts} />}
      </chakra.div>
    </Section>
  );
}

type PartProps = BatchPartProps & { answer: Answer; answering: AnswerFlow };

function Read({ answer, answering, flow, facts }: PartProps) {
  const discard = (
    <ButtonRow align="start">
      <GuardedButton variant="outline" onClick={() => answering.send({ type: 'CANCEL' })}>
        Descartar esta respuesta
      </GuardedButton>
    </ButtonRow>
  );
  if (answer.formato === null)
    return (
      <>
        <InlineAlert tone="warning">{answer.aviso}</InlineAlert>
        {answer.encabezados.length === 0 ? null : (
          <BankFormatForm
            headings={answer.encabezados}
            saving={isSaving(answering.snapshot)}
            onSave={(body) =>
              answering.send({ type: 'SAVE', request: { path: '/guardarFormatoBanco', body } })
            }
          />
        )}
        {discard}
      </>
    );
  return (
    <>
      <Words answer={answer} idFormato={answer.formato.id} answering={answering} />
      <DataTable<AnswerLine>
        caption={`Líneas de ${answer.formato.nombre}`}
        columns={lineColumns}
        rows={answer.lineas}
        rowKey={({ linea }) => linea}
        searchable={false}
        initialPageSize={50}
        emptyTitle="El archivo no tiene líneas debajo de los títulos"
      />
      <Outcome answer={answer} flow={flow} facts={facts} />
      {answer.sin_respuesta.length === 0 ? null : (
        <InlineAlert
          tone="warning"
          title="Sin respuesta del banco"
          reasons={answer.sin_respuesta.map(
            ({ tienda, consecutivo }) => `${tienda} n.º ${consecutivo}`,
          )}
        />
      )}
      {discard}
    </>
  );
}

const results: Record<LineResult, { tone: Tone; label: string }> = {
  hecho: { tone: 'success', label: 'Hecho' },
  rechazado: { tone: 'danger', label: 'Rechazado' },
  pregunta: { tone: 'warning', label: 'Pregunta' },
};

const noteOf = ({ tienda, consecutivo, problema, resultado, motivo }: AnswerLine): string =>
  [
    tienda === '' ? '' : `${tienda} n.º ${consecutivo}`,
    problema,
    resultado === 'rechazado' ? motivo : '',
  ]
    .filter((text) => text !== '')
    .join('. ');

const lineColumns: readonly DataTableColumn<AnswerLine>[] = [
  textColumn('linea', 'Fila', ({ linea }) => String(linea), { card: 'left', cardLabel: 'Fila' }),
  textColumn('cuenta', 'Documento o cuenta', ({ documento, cuenta }) => cuenta || documento, {
    isRowHeader: true,
  }),
  textColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
  textColumn('referencia', 'Referencia', ({ referencia }) => referencia, {
    card: 'right',
    cardLabel: 'Ref.',
  }),
  textColumn('estado', 'El banco dice', ({ estado }) => estado, { card: 'end' }),
  plainColumn(
    'resultado',
    'Resultado',
    (line) => (
      <chakra.span display="grid" justifyItems="start" gap="1">
        <StatusBadge {...results[line.resultado]} />
        <chakra.span textStyle="sm" color="fg.muted">
          {noteOf(line)}
        </chakra.span>
      </chakra.span>
    ),
    { card: 'foot' },
  ),
];

/** Words that wait for a first or a second person. */
function Words({
  answer,
  idFormato,
  answering: { snapshot, send },
}: Pick<PartProps, 'answer' | 'answering'> & { idFormato: number }) {
  const me = Session.useSelector(actorOf);
  const open = openWords(answer);
  if (open.length === 0) return null;
  const say = (palabra: string, sentido: 'exito' | 'rechazo') =>
    send({
      type: 'SAVE',
      request: {
        path: '/decidirPalabraBanco',
        body: { id_formato: idFormato, palabra, sentido },
      },
    });
  return (
    <InlineAlert tone="warning" title="Palabras por acordar entre dos personas">
      <chakra.ul listStyleType="none" display="grid" gap="3" mt="2">
        {open.map((word) => (
          <li key={word.palabra}>
            <chakra.p mb="1.5">{wordSentence(word, word.id_propuesta_por === me.id)}</chakra.p>
            <ButtonRow align="start">
              {meanings.map(({ sentido, label }) => (
                <GuardedButton
                  key={sentido}
                  size="sm"
                  variant="outline"
                  waiting={isSaving(snapshot)}
                  reasons={
                    word.id_propuesta_por === me.id && word.sentido === sentido
                      ? ['Usted ya lo dijo: falta que otra persona diga lo mismo.']
                      : []
                  }
                  onClick={() => say(word.palabra, sentido)}
                >
                  {`«${word.palabra}» ${label}`}
                </GuardedButton>
              ))}
            </ButtonRow>
          </li>
        ))}
      </chakra.ul>
    </InlineAlert>
  );
}

const meanings = [
  { sentido: 'exito', label: 'es éxito' },
  { sentido: 'rechazo', label: 'es rechazo' },
] as const;

const wordSentence = ({ palabra, lineas, sentido, propuesta_por }: AnswerWord, isOwn: boolean) => {
  const where = `«${palabra}» está en ${counted(lineas, 'línea', 'líneas')}.`;
  const meaning = sentido === 'exito' ? 'éxito' : 'rechazo';
  if (sentido === null) return `${where} ¿Qué significa?`;
  return isOwn
    ? `${where} Usted dijo que es ${meaning}: falta otra persona.`
    : `${where} ${propuesta_por} dijo que es ${meaning}.`;
};

/** Confirms what the bank made, and returns what it refused, with its reason. */
function Outcome({ answer, flow: { snapshot, act }, facts }: Omit<PartProps, 'answering'>) {
  const waiting = paymentsFor('PAYMENT.CONFIRM', facts).map(({ id_caja }) => id_caja);
  const made = answeredPayments(answer, waiting);
  const refused = refusedByReason(answer, waiting);
  const today = serverToday();
  const busy = !mayAct(snapshot);
  return (
    <>
      {made.length === 0 ? null : (
        <Form
          label="Confirmar los que hizo el banco"
          initialValues={{ dia: today }}
          validate={({ dia }) => (dia === '' ? { dia: 'Este campo es obligatorio' } : {})}
          onSubmit={({ dia }) => act({ path: '/confirmarGiros', body: { dia, giros: made } })}
        >
          <FieldGrid columns={2}>
            <DateField
              name="dia"
              label="Día en que los hizo el banco"
              bounds={{ max: today }}
              required
            />
          </FieldGrid>
          <ButtonRow>
            <GuardedButton
              type="submit"
              waiting={busy}
              busy={isActing(snapshot, '/confirmarGiros') && 'Confirmando…'}
            >
              {`Confirmar ${counted(made.length, 'giro que hizo el banco', 'giros que hizo el banco')}`}
            </GuardedButton>
          </ButtonRow>
        </Form>
      )}
      {refused.map(({ motivo, cajas }) => (
        <InlineAlert
          key={motivo}
          tone="danger"
          title={`El banco rechazó ${counted(cajas.length, 'giro', 'giros')}: ${motivo}`}
          action={
            <GuardedButton
              variant="outline"
              waiting={busy}
              busy={isActing(snapshot, '/devolverGiros') && 'Devolviendo…'}
              onClick={() => act({ path: '/devolverGiros', body: { cajas, motivo } })}
            >
              {`Devolver ${counted(cajas.length, 'giro', 'giros')}`}
            </GuardedButton>
          }
        >
          Vuelve a estar por girar, con ese motivo.
        </InlineAlert>
      ))}
    </>
  );
}

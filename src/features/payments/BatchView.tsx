import { useMemo, useState } from 'react';
import { maximumBankAnswer } from '#contract/calls/payments.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import {
  answerTo,
  countedBy,
  isActing,
  isTicked,
  mayAct,
  reasonsFor,
} from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import {
  type BatchFacts,
  type BatchPath,
  type Payment,
  answeredPayments,
  awaitingBank,
  batchKind,
  pastedReferences,
  referenceFault,
} from '#machines/flows/payments/payment.kinds.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { bankFileUrl, pathTo } from '../../app/screens/paths.ts';
import { useIdParam } from '../../app/screens/use-address-params.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { ManyFilesField } from '../../ui/fields/ManyFilesField.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { DataTable, TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { textColumn } from '../records/list-table.tsx';
import { ActOutcome, tickColumn } from './acting-parts.tsx';
import { nameOfPayment, paymentColumns } from './payment-columns.tsx';
import { batchOf, useActing } from './payments.actors.ts';

const done: Record<BatchPath, (giros: string) => string> = {
  '/autorizarGiros': (giros) => `Autorizado: ${giros}. Ya se puede enviar al banco.`,
  '/enviarGiros': (giros) => `Enviado: ${giros}.`,
  '/retirarGiros': (giros) => `Retirado del lote: ${giros}. Vuelve a estar por girar.`,
  '/devolverGiros': (giros) => `Devuelto: ${giros}. Vuelve a estar por girar.`,
  '/confirmarGiros': (giros) => `Confirmado: ${giros}. Cada tienda recibe un correo.`,
  '/leerRespuestaBanco': () => '',
};

type Shown = ReturnType<typeof useActing<BatchFacts, { id_lote: number }, BatchPath>>;

/** The sentence of the last call; null while there is none. */
function noticeOf(snapshot: Shown['snapshot']): string | null {
  const last = countedBy(snapshot);
  return last === null ? null : done[last.path](counted(last.giros, 'giro', 'giros'));
}

/** giros/:idLote: one batch, from its authorisation to the confirmation of the bank. */
export default function BatchView({ machine = batchOf }: { machine?: typeof batchOf }) {
  const idLote = useIdParam('idLote');
  const flow = useActing(machine, { id_lote: idLote });
  const { snapshot, send } = flow;
  const facts = dataOf(snapshot);
  const title = `Lote de giros n.º ${idLote}`;
  const back = { to: `${pathTo('giros')}?lista=enCurso`, label: 'Giros' };
  const load = loadOf(snapshot, send);
  if (facts === null || load.failed)
    return (
      <Page title={title} back={back}>
        <LoadSection {...load} />
      </Page>
    );
  const waiting = awaitingBank(facts);
  return (
    <Page title={title} back={back} actions={<Acts flow={flow} facts={facts} />}>
      <ActOutcome snapshot={snapshot} send={send}>
        {noticeOf(snapshot)}
      </ActOutcome>
      <BatchSummary facts={facts} />
      <BatchTable flow={flow} facts={facts} />
      {waiting.length === 0 ? null : (
        <>
          <Confirmation flow={flow} facts={facts} />
          <Returning flow={flow} facts={facts} />
        </>
      )}
    </Page>
  );
}

interface PartProps {
  flow: Shown;
  facts: BatchFacts;
}

/** A button that makes a call, with the reasons why it cannot. */
function ActButton({
  flow: { snapshot, act },
  request,
  busy,
  children,
}: Pick<PartProps, 'flow'> & {
  request: RequestTo<BatchPath>;
  busy: string;
  children: string;
}) {
  return (
    <GuardedButton
      reasons={reasonsFor(batchKind, snapshot, request)}
      waiting={!mayAct(snapshot)}
      busy={isActing(snapshot, request.path) && busy}
      onClick={() => act(request)}
    >
      {children}
    </GuardedButton>
  );
}

/** The way of the whole batch: what comes next, and its file. */
function Acts({ flow, facts: { batch } }: PartProps) {
  const id_lote = batch.id;
  const isSendable = batch.archivo === null && batch.preparados === 0 && batch.autorizados > 0;
  return (
    <ButtonRow>
      {batch.preparados === 0 ? null : (
        <ActButton
          flow={flow}
          request={{ path: '/autorizarGiros', body: { id_lote } }}
          busy="Autorizando…"
        >
          Autorizar
        </ActButton>
      )}
      {isSendable ? (
        <>
          <ActButton
            flow={flow}
            request={{ path: '/enviarGiros', body: { id_lote, formato: 'csv' } }}
            busy="Enviando…"
          >
            Enviar con archivo CSV
          </ActButton>
          <ActButton
            flow={flow}
            request={{ path: '/enviarGiros', body: { id_lote, formato: 'pab' } }}
            busy="Enviando…"
          >
            Enviar con archivo PAB
          </ActButton>
        </>
      ) : null}
      {batch.archivo === null ? null : (
        <LinkButton href={bankFileUrl(id_lote)} download={batch.archivo.nombre} variant="outline">
          Descargar el archivo
        </LinkButton>
      )}
    </ButtonRow>
  );
}

function BatchSummary({ facts: { batch } }: Pick<PartProps, 'facts'>) {
  const { preparados, autorizados, enviados, girados, fuera, archivo } = batch;
  const states = [
    [preparados, 'por autorizar'],
    [autorizados, 'por enviar'],
    [enviados, 'por confirmar'],
    [girados, 'girados'],
    [fuera, 'fuera del lote'],
  ] as const;
  return (
    <Section>
      <DescriptionList
        items={[
          { label: 'Preparado por', value: batch.preparado_por },
          { label: 'Creado', value: batch.creado },
          { label: 'Valor', value: formatPesos(batch.valor) },
          {
            label: 'Giros',
            value: states
              .filter(([count]) => count > 0)
              .map(([count, words]) => `${count} ${words}`)
              .join(', '),
          },
          {
            label: 'Archivo',
            value:
              archivo === null
                ? ''
                : `${archivo.nombre}: ${counted(archivo.registros, 'registro', 'registros')}, ${formatPesos(archivo.valor).replace('$ ', '$\u00a0')}`,
          },
          { label: 'SHA-256 del archivo', value: archivo?.sha256 ?? '', wide: true },
        ]}
      />
    </Section>
  );
}

/** The boxes whose payments are ticked. */
const tickedIn = ({ snapshot }: Shown, { payments }: BatchFacts): number[] =>
  payments.map(({ id_caja }) => id_caja).filter((id) => isTicked(snapshot, id));

/** The payments of the batch; those that are ticked can be taken out, or returned once they were sent. */
function BatchTable({ flow, facts }: PartProps) {
  const { snapshot, send } = flow;
  const calendar = useWorkingCalendar();
  const columns = useMemo(() => {
    const { lote: _lote, ...rest } = paymentColumns(calendar);
    return Object.values(rest);
  }, [calendar]);
  const cajas = tickedIn(flow, facts);
  const isSent = awaitingBank(facts).length > 0;
  const isOpen = isSent || facts.batch.preparados + facts.batch.autorizados > 0;
  return (
    <>
      <DataTable<Payment>
        caption="Giros del lote"
        columns={isOpen ? [tickColumn(snapshot, send, nameOfPayment), ...columns] : columns}
        rows={facts.payments}
        rowKey={({ id_caja }) => id_caja}
        initialPageSize={50}
        searchPlaceholder="Buscar una tienda"
        emptyTitle="El lote quedó sin giros"
      />
      {isOpen && !isSent ? (
        <ButtonRow align="start">
          <ActButton
            flow={flow}
            request={{ path: '/retirarGiros', body: { cajas } }}
            busy="Retirando…"
          >
            Retirar los marcados
          </ActButton>
        </ButtonRow>
      ) : null}
    </>
  );
}

/** What the bank did not do waits again, with the reason. */
function Returning({ flow, facts }: PartProps) {
  const { snapshot, act } = flow;
  const cajas = tickedIn(flow, facts);
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

const lineColumns: readonly DataTableColumn<Line>[] = [
  textColumn('linea', 'Línea', ({ linea }) => String(linea), { isRowHeader: true }),
  textColumn('cuenta', 'Documento o cuenta', ({ documento, cuenta }) => cuenta || documento),
  textColumn('valor', 'Valor', ({ valor }) => valor),
  textColumn('referencia', 'Referencia', ({ referencia }) => referencia),
  textColumn('giro', 'Giro', ({ id_caja, tienda, consecutivo, problema }) =>
    id_caja === null ? `No coincide: ${problema}` : `${tienda} n.º ${consecutivo}`,
  ),
];

/** One day and the reference of each payment, pasted or read of what the bank answered. */
function Confirmation({ flow, facts }: PartProps) {
  const { snapshot, act } = flow;
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
              description={`${counted(matched.length, 'línea coincide', 'líneas coinciden')} de ${answer.lineas.length}.`}
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

import { type ReactNode, useMemo, useState } from 'react';
import { totalsOf } from '#machines/domain/payment/payment-totals.ts';
import { formatPesos, toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import {
  authorisersOf,
  type BatchPath,
  batchKind,
  isToBeSent,
  isUnsent,
  isWithBank,
  needsFile,
  type Payment,
  paymentsFor,
  refusedReference,
  shownWayOf,
  sumsOf,
} from '#machines/flows/payments/payment.kinds.ts';
import { countedBy, isActing, mayAct, reasonsFor } from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { useWorkingCalendar } from '../../shell/session.ts';
import { bankFileUrl, pathTo } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { DayAndTime } from '../../ui/layout/Money.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Noted } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { BankAnswer, type bankAnswer } from './BankAnswer.tsx';
import { type BatchPartProps, Returning, tickedIn } from './BatchAnswer.tsx';
import { countsOf } from './BatchList.tsx';
import { BatchQuestion, sumText } from './BatchQuestion.tsx';
import { ConfirmByHand } from './ConfirmByHand.tsx';
import { ConfirmedPayments } from './ConfirmedPayments.tsx';
import { LacksAuthoriser, nameOfPayment, paymentColumns, tickColumn } from './payment-columns.tsx';
import { batchOf, useActing } from './payments.actors.ts';

const done: Record<BatchPath, (giros: string) => string> = {
  '/autorizarGiros': (giros) => `Autorizado: ${giros}. Ya se puede enviar al banco.`,
  '/enviarGiros': (giros) => `Enviado: ${giros}.`,
  '/retirarGiros': (giros) => `Retirado del lote: ${giros}. Vuelve a estar por girar.`,
  '/devolverGiros': (giros) => `Devuelto: ${giros}. Vuelve a estar por girar.`,
  '/confirmarGiros': (giros) => `Confirmado: ${giros}. Cada tienda recibe un correo.`,
  '/proponerDevolucion': (giros) => `Devolución propuesta: ${giros}. Otra persona la aprueba.`,
  '/resolverDevolucion': (giros) => `Devolución resuelta: ${giros}.`,
  '/corregirGiro': (giros) => `Corregido: ${giros}.`,
};

/** Success message of the last call; null without one. */
function noticeOf(snapshot: BatchPartProps['flow']['snapshot']): string | null {
  const last = countedBy(snapshot);
  return last === null ? null : done[last.path](counted(last.giros, 'giro', 'giros'));
}

/** giros/:idLote: one payment batch, from its authorisation to the bank's confirmation. */
export default function BatchView({
  machine = batchOf,
  answerMachine,
}: {
  machine?: typeof batchOf;
  answerMachine?: typeof bankAnswer;
}) {
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
  return (
    <Page title={title} back={back} actions={<Acts flow={flow} facts={facts} />}>
      <Submission snapshot={snapshot} send={send} remedy={<SameReference flow={flow} />}>
        {noticeOf(snapshot)}
      </Submission>
      {isToBeSent(facts) && needsFile(facts) && facts.batch.comprobado === 0 ? (
        <InlineAlert tone="warning">
          El formato PAB está sin comprobar con un banco: el archivo se escribe una sola vez.
        </InlineAlert>
      ) : null}
      <LacksAuthoriser payments={facts.payments} />
      <BatchSummary facts={facts} />
      <BatchTable flow={flow} facts={facts} />
      {isWithBank(facts) ? (
        <>
          <BankAnswer flow={flow} facts={facts} machine={answerMachine} />
          <ConfirmByHand flow={flow} facts={facts} />
          <Returning flow={flow} facts={facts} />
        </>
      ) : null}
      <ConfirmedPayments flow={flow} facts={facts} />
    </Page>
  );
}

/** Repeats a call that was refused because another payment has its reference. */
function SameReference({ flow: { snapshot, act } }: Pick<BatchPartProps, 'flow'>) {
  const request = refusedReference(snapshot);
  return request === null ? null : (
    <GuardedButton size="sm" waiting={!mayAct(snapshot)} onClick={() => act(request)}>
      Es la misma referencia: guardar
    </GuardedButton>
  );
}

/**
 * Button that makes a call; disabled with the reasons while the call would be refused.
 *
 * @param asks content of the dialog that is confirmed first
 */
function ActButton({
  flow: { snapshot, act },
  request,
  busy,
  asks,
  children,
}: Pick<BatchPartProps, 'flow'> & {
  request: RequestTo<BatchPath>;
  busy: string;
  asks?: ReactNode;
  children: string;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <GuardedButton
        reasons={reasonsFor(batchKind, snapshot, request)}
        waiting={!mayAct(snapshot)}
        busy={isActing(snapshot, request.path) && busy}
        onClick={() => (asks === undefined ? act(request) : setAsking(true))}
      >
        {children}
      </GuardedButton>
      <ConfirmDialog
        open={isAsking}
        title={children}
        confirmLabel={`Sí, ${children.charAt(0).toLowerCase()}${children.slice(1)}`}
        onConfirm={() => {
          setAsking(false);
          act(request);
        }}
        onCancel={() => setAsking(false)}
      >
        {asks}
      </ConfirmDialog>
    </>
  );
}

/** Actions on the whole batch: authorise, send, download its file. */
function Acts({ flow, facts }: BatchPartProps) {
  const { batch } = facts;
  const id_lote = batch.id;
  return (
    <ButtonRow>
      {isUnsent(facts) ? (
        <>
          <ActButton
            flow={flow}
            request={{ path: '/autorizarGiros', body: { id_lote } }}
            busy="Autorizando…"
            asks={<BatchQuestion payments={paymentsFor('PAYMENT.AUTHORISE', facts)} />}
          >
            Autorizar
          </ActButton>
          <ActButton
            flow={flow}
            request={{ path: '/enviarGiros', body: { id_lote } }}
            busy="Enviando…"
            asks={<BatchQuestion payments={paymentsFor('PAYMENT.SEND', facts)} />}
          >
            {needsFile(facts)
              ? `Enviar con archivo ${batch.formato.toUpperCase()}`
              : 'Marcar como enviado (sin archivo)'}
          </ActButton>
        </>
      ) : null}
      {batch.archivo === null ? null : (
        <LinkButton href={bankFileUrl(id_lote)} variant="outline">
          Descargar el archivo
        </LinkButton>
      )}
    </ButtonRow>
  );
}

/** Totals by way, and by bank. */
function batchTotals(payments: readonly Payment[]) {
  const { ways, banks } = totalsOf(
    payments.map((one) => ({
      via: shownWayOf(one),
      banco: one.banco,
      valor: toCentavos(one.valor),
    })),
  );
  return [...ways, ...banks].map(({ nombre, giros, valor }) => ({
    label: nombre,
    value: sumText({ giros, valor: toPesos(valor) }),
  }));
}

function BatchSummary({ facts }: Pick<BatchPartProps, 'facts'>) {
  const { batch } = facts;
  const authorisers = authorisersOf(facts);
  const { byBank, byHand } = sumsOf(facts.payments);
  const { archivo } = batch;
  return (
    <Section>
      <DescriptionList
        pairs
        items={[
          { label: 'Preparado por', value: batch.preparado_por },
          ...(authorisers.length === 0
            ? []
            : [{ label: 'Autorizado por', value: authorisers.join(', ') }]),
          { label: 'Creado', value: <DayAndTime>{batch.creado}</DayAndTime> },
          { label: 'Valor', value: formatPesos(batch.valor) },
          { label: 'Por banco', value: sumText(byBank) },
          { label: 'A mano', value: sumText(byHand) },
          ...batchTotals(facts.payments),
          {
            label: 'Giros',
            value: countsOf(batch),
          },
          ...(archivo === null
            ? []
            : [
                {
                  label: 'Archivo',
                  value: (
                    <Noted note={`SHA-256: ${archivo.sha256}`}>
                      {`${archivo.nombre}: ${counted(archivo.registros, 'registro', 'registros')}, ${formatPesos(archivo.valor).replace('$ ', '$\u00a0')}`}
                    </Noted>
                  ),
                  wide: true,
                },
              ]),
        ]}
      />
    </Section>
  );
}

/** Payments of the batch. Ticked ones can be removed from it, returned, corrected. */
function BatchTable({ flow, facts }: BatchPartProps) {
  const { snapshot, send } = flow;
  const calendar = useWorkingCalendar();
  const columns = useMemo(() => {
    const { lote: _lote, desde: _desde, giro: _giro, ...rest } = paymentColumns(calendar);
    return Object.values(rest);
  }, [calendar]);
  const cajas = tickedIn({ flow, facts });
  return (
    <>
      <DataTable<Payment>
        caption="Giros del lote"
        columns={[tickColumn(snapshot, send, nameOfPayment), ...columns]}
        rows={facts.payments}
        rowKey={({ id_caja }) => id_caja}
        initialPageSize={50}
        searchPlaceholder="Buscar una tienda"
        emptyTitle="El lote quedó sin giros"
      />
      {isUnsent(facts) ? (
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

import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { AnswerOf } from '#contract/contract.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { entryKind, type EntryPath } from '#machines/flows/entries/entry.kinds.ts';
import { isActing, mayAct, reasonsFor, wasDone } from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { Submission } from '../../shell/problems/Submission.tsx';
import { cutUrl, entryFileUrl, labelOf, pathTo } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { dateColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { callApi } from '../../wire/client.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { actingOn, useActing } from '../payments/payments.actors.ts';

export const entriesFlow = actingOn(entryKind, (key: { hasta: string }, signal) =>
  callApi('/comprobantes', key, { signal }),
);

type Flow = ReturnType<typeof useActing<AnswerOf<'/comprobantes'>, { hasta: string }, EntryPath>>;
type Export = AnswerOf<'/comprobantes'>['exportaciones'][number];

/** comprobantes: the entries for accounting that are to be exported, and their exports. */
export default function EntriesView({ machine = entriesFlow }: { machine?: typeof entriesFlow }) {
  const today = serverToday();
  const flow = useActing(machine, { hasta: today });
  const { snapshot, send } = flow;
  const [retiring, setRetiring] = useState<number | null>(null);
  const [closing, setClosing] = useState<string | null>(null);
  const data = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (data === null || load.failed)
    return (
      <Page title={labelOf('comprobantes')}>
        <LoadSection {...load} />
      </Page>
    );
  const { cerrado, exportaciones } = data;
  return (
    <Page
      title={labelOf('comprobantes')}
      subtitle="Cajas cerradas, giros y movimientos del fondo, para el programa contable."
      actions={
        <LinkButton to={pathTo('documentosSoporte')} variant="outline">
          {labelOf('documentosSoporte')}
        </LinkButton>
      }
    >
      <Submission snapshot={snapshot} send={send}>
        {wasDone(snapshot) ? 'Datos almacenados' : null}
      </Submission>
      <ToExport flow={flow} data={data} today={today} />
      {retiring === null ? null : (
        <EntryForm
          key={retiring}
          flow={flow}
          title={`Retirar la exportación ${retiring}`}
          description="Su número no se usa de nuevo. Sus comprobantes se exportan otra vez."
          requestOf={({ motivo }) => ({
            path: '/retirarExportacion',
            body: { numero: retiring, motivo: motivo.trim() },
          })}
          label="Retirar"
          asks={['motivo']}
        />
      )}
      <TableSection
        title="Exportaciones"
        columns={[
          ...exportColumns,
          plainColumn<Export>(
            'acciones',
            'Acciones',
            ({ numero, retirada }) => (
              <ButtonRow align="start" inBar>
                <LinkButton href={entryFileUrl(numero)} size="sm" variant="ghost">
                  Archivo
                </LinkButton>
                {retirada === '' ? (
                  <GuardedButton
                    size="sm"
                    variant="outline"
                    waiting={!mayAct(snapshot)}
                    onClick={() => setRetiring(numero)}
                  >
                    Retirar
                  </GuardedButton>
                ) : null}
              </ButtonRow>
            ),
            { card: 'below' },
          ),
        ]}
        rows={exportaciones}
        rowKey={({ numero }) => numero}
        searchPlaceholder="Buscar una exportación"
        emptyTitle="Todavía no se ha exportado nada"
      />
      <EntryForm
        flow={flow}
        title="Reversar un comprobante"
        description="La próxima exportación lleva la reversa y el comprobante nuevo."
        requestOf={({ numero, motivo }) => ({
          path: '/reversarComprobante',
          body: {
            numero: /^\d{1,15}$/.test(numero.trim()) ? Number(numero) : 0,
            motivo: motivo.trim(),
          },
        })}
        label="Reversar"
        asks={['numero', 'motivo']}
      />
      <EntryForm
        flow={flow}
        title="Cerrar un período"
        description={
          cerrado === ''
            ? 'Ningún comprobante nuevo llevará un día cerrado. No se vuelve a abrir.'
            : `Cerrado hasta el ${shortDate(cerrado)}. Ningún comprobante nuevo lleva un día cerrado.`
        }
        requestOf={({ hasta }) => ({ path: '/cerrarPeriodo', body: { hasta } })}
        label="Cerrar"
        asks={['hasta']}
        onAsk={({ hasta }) => {
          setClosing(hasta);
          send({ type: 'ASK', key: { hasta } });
        }}
      />
      <ConfirmDialog
        open={closing !== null && closing === data.hasta}
        title={`¿Cerrar hasta el ${shortDate(data.hasta)}?`}
        confirmLabel="Cerrar el período"
        busy={!mayAct(snapshot) && 'Consultando…'}
        onConfirm={() => {
          setClosing(null);
          flow.act({ path: '/cerrarPeriodo', body: { hasta: data.hasta } });
        }}
        onCancel={() => setClosing(null)}
      >
        <DescriptionList columns={1} items={openUntil(data)} />
        <chakra.p mt="4">
          Lo que quede por exportar llevará un día posterior. No se vuelve a abrir.
        </chakra.p>
      </ConfirmDialog>
    </Page>
  );
}

const exportColumns: readonly DataTableColumn<Export>[] = [
  textColumn('numero', 'Número', ({ numero }) => String(numero), { isRowHeader: true }),
  dateColumn('hasta', 'Hasta', ({ hasta }) => hasta, { card: 'left' }),
  textColumn(
    'comprobantes',
    'Comprobantes',
    ({ desde_numero, hasta_numero }) => `${desde_numero} a ${hasta_numero}`,
    { card: 'end', cardLabel: 'Comprobantes' },
  ),
  moneyColumn('valor', 'Débitos', ({ valor }) => valor, { card: 'figure' }),
  dateColumn('creada', 'Creada', ({ creada }) => creada, { card: 'right' }),
  textColumn('persona', 'Quién', ({ persona }) => persona),
  textColumn(
    'retirada',
    'Estado',
    ({ retirada, motivo }) =>
      retirada === '' ? 'Vigente' : `Retirada el ${shortDate(retirada.slice(0, 10))}: ${motivo}`,
    { card: 'state' },
  ),
];

/** Wraps only before the amount. */
const withPesos = (text: string, pesos: number): string =>
  `${text}, ${formatPesos(pesos).replace(' ', '\u00a0')}`;

/** What a period that is closed now would lack. */
const openUntil = ({ comprobantes, debitos, faltan, corte }: AnswerOf<'/comprobantes'>) => [
  {
    label: 'Por exportar',
    value: withPesos(counted(comprobantes, 'comprobante', 'comprobantes'), debitos),
  },
  ...faltan.map(({ falta, comprobantes: count }) => ({
    label: `Falta ${falta}`,
    value: counted(count, 'comprobante', 'comprobantes'),
  })),
  {
    label: 'Corte: registrado y sin cerrar',
    value: withPesos(counted(corte.gastos, 'gasto', 'gastos'), corte.valor),
  },
];

/** Sums of what the next export has, and what is missing. */
function ToExport({
  flow: { snapshot, send, act },
  data,
  today,
}: {
  flow: Flow;
  data: AnswerOf<'/comprobantes'>;
  today: string;
}) {
  const { hasta, comprobantes, filas, debitos, creditos, tipos, faltan } = data;
  const request = { path: '/exportarComprobantes', body: { hasta } } as const;
  return (
    <Section title="Por exportar">
      <Form
        label="Por exportar"
        initialValues={{ hasta }}
        onSubmit={(key) => send({ type: 'ASK', key })}
      >
        <FieldGrid columns={2}>
          <DateField name="hasta" label="Hasta" bounds={{ max: today }} required />
        </FieldGrid>
        <DescriptionList
          pairs
          items={[
            {
              label: `Hasta el ${shortDate(hasta)}`,
              value: counted(comprobantes, 'comprobante', 'comprobantes'),
            },
            { label: 'Filas', value: String(filas) },
            { label: 'Débitos', value: formatPesos(debitos) },
            { label: 'Créditos', value: formatPesos(creditos) },
            ...tipos.map(({ nombre, comprobantes: count, valor }) => ({
              label: nombre,
              value: withPesos(counted(count, 'comprobante', 'comprobantes'), valor),
            })),
          ]}
        />
        {faltan.length === 0 ? null : (
          <InlineAlert tone="warning">
            {`Quedan por fuera. Falta ${faltan
              .map(({ falta, comprobantes: count }) => `${falta} (${count})`)
              .join(', ')}.`}
          </InlineAlert>
        )}
        <ButtonRow>
          <LinkButton href={cutUrl(hasta)} variant="outline">
            Corte
          </LinkButton>
          <GuardedButton type="submit" variant="outline" waiting={!mayAct(snapshot)}>
            Consultar
          </GuardedButton>
          <GuardedButton
            waiting={!mayAct(snapshot)}
            busy={isActing(snapshot, request.path) && 'Exportando…'}
            reasons={reasonsFor(entryKind, snapshot, request)}
            onClick={() => act(request)}
          >
            Exportar
          </GuardedButton>
        </ButtonRow>
      </Form>
    </Section>
  );
}

const noValues = { numero: '', motivo: '', hasta: '' };
type Values = typeof noValues;

interface EntryFormProps {
  flow: Flow;
  title: string;
  description: string;
  /** Of the button. */
  label: string;
  asks: readonly (keyof Values)[];
  requestOf: (values: Values) => RequestTo<EntryPath>;
  /** Asks before the request is sent; absent: it is sent at once. */
  onAsk?: (values: Values) => void;
}

function EntryForm({
  flow: { snapshot, act },
  title,
  description,
  label,
  asks,
  requestOf,
  onAsk = (values) => act(requestOf(values)),
}: EntryFormProps) {
  return (
    <Section title={title} description={description}>
      <Form<Values> label={title} initialValues={noValues} onSubmit={onAsk}>
        {({ values }) => {
          const request = requestOf(values);
          return (
            <>
              <FieldGrid columns={2}>
                {asks.includes('numero') ? (
                  <TextField
                    name="numero"
                    label="Número del comprobante"
                    inputMode="numeric"
                    maxLength={15}
                    required
                  />
                ) : null}
                {asks.includes('hasta') ? (
                  <DateField name="hasta" label="Hasta" bounds={{ max: serverToday() }} required />
                ) : null}
                {asks.includes('motivo') ? (
                  <TextField name="motivo" label="Por qué" maxLength={200} required />
                ) : null}
              </FieldGrid>
              <ButtonRow>
                <GuardedButton
                  type="submit"
                  variant="outline"
                  waiting={!mayAct(snapshot)}
                  busy={isActing(snapshot, request.path) && 'Guardando…'}
                  reasons={reasonsFor(entryKind, snapshot, request)}
                >
                  {label}
                </GuardedButton>
              </ButtonRow>
            </>
          );
        }}
      </Form>
    </Section>
  );
}

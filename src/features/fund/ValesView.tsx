import { HandCoins, Printer } from 'lucide-react';
import type { RequestOf } from '#contract/contract.ts';
import { formatPesos, typedPesos } from '#machines/domain/values/money.ts';
import {
  type Vale,
  type ValePath,
  type Vales,
  isOut,
  outOf,
  stateOfVale,
  valeKind,
} from '#machines/flows/fund/vale.kind.ts';
import {
  answerTo,
  isActing,
  mayAct,
  reasonsFor,
  wasDone,
} from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { labelOf, linkTo, pathTo, valeUrl } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { dateColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import { callApi } from '../../wire/client.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { actingOn, useActing } from '../payments/payments.actors.ts';
import { FundTabs } from './FundTabs.tsx';

export const valesOf = actingOn(valeKind, (key: RequestOf<'/vales'>, signal) =>
  callApi('/vales', key, { signal }),
);

type ValeFlow = ReturnType<typeof useActing<Vales, RequestOf<'/vales'>, ValePath>>;

const facts: readonly DataTableColumn<Vale>[] = [
  textColumn('persona', 'Recibe', ({ persona }) => persona, { isRowHeader: true }),
  {
    id: 'estado',
    header: 'Estado',
    cell: (vale) => {
      const { color, nombre } = stateOfVale(vale);
      return <StatusBadge tone={color} label={nombre} />;
    },
    sortValue: (vale) => stateOfVale(vale).nombre,
    card: 'state',
  },
  dateColumn('dia', 'Día', ({ dia }) => dia, { card: 'right' }),
  textColumn('dio', 'Entregó', ({ dio }) => dio, { card: 'line' }),
  moneyColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
  textColumn('motivo', 'Para', ({ motivo }) => motivo, {
    cell: ({ motivo }) => motivo || '—',
    card: 'foot',
  }),
];

/** …/vales: cash that the store handed out before its receipt. */
export default function ValesView({ machine = valesOf }: { machine?: typeof valesOf }) {
  const idTienda = useIdParam('idTienda');
  const flow = useActing(machine, { id_tienda: idTienda });
  const { snapshot, send, act } = flow;
  const back = linkTo('cajaActual', { idTienda });
  const vales = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (vales === null || load.failed)
    return (
      <Page title={labelOf('valesCaja')} back={back}>
        <LoadSection {...load} />
      </Page>
    );
  const given = answerTo(snapshot, '/darVale')?.[0]?.id_vale ?? null;
  const columns = [
    ...facts,
    plainColumn<Vale>(
      'acciones',
      'Acciones',
      (vale) => (
        <ButtonRow align="start" inBar>
          {isOut(vale) ? (
            <>
              <LinkButton to={pathTo('crearGasto', { idTienda })} size="sm" variant="outline">
                Registrar gasto
              </LinkButton>
              <GuardedButton
                size="sm"
                variant="outline"
                waiting={!mayAct(snapshot)}
                onClick={() => act({ path: '/devolverVale', body: { id_vale: vale.id } })}
              >
                Devolvieron el dinero
              </GuardedButton>
            </>
          ) : null}
          <PrintLink id={vale.id} />
        </ButtonRow>
      ),
      { card: 'below' },
    ),
  ];
  return (
    <Page title={labelOf('valesCaja')} subject={vales.tienda} back={back}>
      <FundTabs idTienda={idTienda} screen="valesCaja" />
      <Submission snapshot={snapshot} send={send}>
        {given === null ? (
          wasDone(snapshot) && 'Datos almacenados'
        ) : (
          <>
            Datos almacenados. <PrintLink id={given} />
          </>
        )}
      </Submission>
      <NewVale key={vales.vales[0]?.id ?? 0} flow={flow} vales={vales} />
      <TableSection
        title={`Por legalizar: ${formatPesos(outOf(vales))}`}
        columns={columns}
        rows={vales.vales}
        rowKey={({ id }) => id}
        searchPlaceholder="Buscar un vale"
        emptyTitle="Todavía no hay vales de esta tienda"
      />
    </Page>
  );
}

const PrintLink = ({ id }: { id: number }) => (
  <LinkButton href={valeUrl(id)} icon={Printer} size="sm" variant="outline">
    {`Imprimir n.º ${id}`}
  </LinkButton>
);

interface Filled {
  valor: string;
  persona: string;
  dia: string;
  motivo: string;
}

/** Form for a new vale, dated today. */
function NewVale({ flow: { snapshot, act }, vales }: { flow: ValeFlow; vales: Vales }) {
  const today = serverToday();
  const requestOf = ({ valor, persona, dia, motivo }: Filled): RequestTo<'/darVale'> => ({
    path: '/darVale',
    body: {
      id_tienda: vales.id_tienda,
      valor: typedPesos(valor) ?? 0,
      persona: persona.trim(),
      dia,
      motivo: motivo.trim(),
    },
  });
  return (
    <Section title="Nuevo vale" description={`En el cajón: ${formatPesos(vales.en_cajon)}.`}>
      <Form<Filled>
        label="Nuevo vale"
        initialValues={{ valor: '', persona: '', dia: today, motivo: '' }}
        onSubmit={(values) => act(requestOf(values))}
      >
        {({ values }) => (
          <>
            <FieldGrid columns={2}>
              {/* The focus is on the result of the vale before. */}
              <MoneyField name="valor" label="Valor" required autoFocus={!wasDone(snapshot)} />
              <TextField name="persona" label="Quién recibe" maxLength={100} required />
              <TextField name="motivo" label="Para qué" help="Opcional" maxLength={200} />
              <DateField name="dia" label="Día" bounds={{ max: today }} required />
            </FieldGrid>
            <ButtonRow>
              <GuardedButton
                type="submit"
                icon={HandCoins}
                waiting={!mayAct(snapshot)}
                busy={isActing(snapshot, '/darVale') && 'Guardando…'}
                reasons={reasonsFor(valeKind, snapshot, requestOf(values))}
              >
                Dar vale
              </GuardedButton>
            </ButtonRow>
          </>
        )}
      </Form>
    </Section>
  );
}

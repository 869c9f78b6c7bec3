import { useMemo } from 'react';
import { workedBriefly } from '#machines/domain/values/brief-durations.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { counted } from '#machines/domain/values/texts.ts';
import {
  answerTo,
  isActing,
  mayAct,
  reasonsFor,
  tickedRows,
} from '#machines/flows/records/acting.machine.ts';
import { type PapersRow, papersKind } from '#machines/flows/payments/payment.kinds.ts';
import { maximumGuide } from '#contract/fields.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { useWorkingCalendar } from '../../shell/session.ts';
import { firstPage } from '../../shell/screens/first-lists.ts';
import { labelOf, linkTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { ButtonRow, StickyBar } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { serverNow } from '../../wire/server-clock.ts';
import { figureColumn, plainColumn } from '../../ui/table/columns.tsx';
import { GuideScan } from '../shipping/ShippingSection.tsx';
import { TickAll, tickColumn, useActingTable } from './payment-columns.tsx';
import { papersList, useActing } from './payments.actors.ts';

const nameOf = ({ tienda, consecutivo }: PapersRow): string => `${tienda} n.º ${consecutivo}`;

/** The server sorts: papers that have been on their way longest come first. */
const columnsFor = (calendar: WorkingCalendar): readonly DataTableColumn<PapersRow>[] => [
  plainColumn('tienda', 'Tienda', ({ tienda }) => tienda, { isRowHeader: true }),
  plainColumn('consecutivo', 'Caja n.º', ({ consecutivo }) => consecutivo, {
    card: 'left',
    cardLabel: 'Caja n.º',
  }),
  plainColumn('empresa', 'Empresa de envío', ({ empresa }) => empresa || '—', { card: 'state' }),
  plainColumn('guia', 'Guía', ({ guia }) => guia || '—', { nowrap: true, card: 'end' }),
  {
    ...figureColumn<PapersRow>(
      'desde',
      'En camino (hábil)',
      ({ desde }) => desde,
      (desde) => workedBriefly(desde, serverNow(), calendar),
      { card: 'right' },
    ),
  },
];

/** cajasPendientes/papeles: papers on their way; accounting receives them by ticking rows or typing a guide number. */
export default function PapersView({ machine = papersList }: { machine?: typeof papersList }) {
  const calendar = useWorkingCalendar();
  const columns = useMemo(() => columnsFor(calendar), [calendar]);
  const place = useListAddress(firstPage, []);
  const { snapshot, send, act } = useActing(machine, place.query);
  const table = useActingTable(snapshot, send, place);
  const cajas = tickedRows(snapshot).map(({ id_caja }) => id_caja);
  const request = { path: '/recibirPapeles', body: { cajas } } as const;
  const busy = isActing(snapshot, '/recibirPapeles') && 'Guardando…';
  const [received] = answerTo(snapshot, '/recibirPapeles') ?? [];
  const waiting = !mayAct(snapshot);
  return (
    <Page title={labelOf('recibirPapeles')} back={linkTo('cajasPendientes')}>
      <Submission snapshot={snapshot} send={send}>
        {received === undefined
          ? null
          : `Papeles recibidos de ${counted(received.recibidas, 'caja', 'cajas')}.`}
      </Submission>
      <Section title="Por guía" description="Escriba o lea con el lector la guía del paquete.">
        <Form
          label="Recibir por guía"
          initialValues={{ guia: '' }}
          onSubmit={({ guia }, { resetForm }) => {
            act({ path: '/recibirPapeles', body: { guia: guia.trim() } });
            resetForm();
          }}
        >
          {({ values }: { values: { guia: string } }) => (
            <>
              <TextField
                name="guia"
                label="Número de guía"
                maxLength={maximumGuide}
                autoComplete="off"
                autoFocus
                beside={<GuideScan field="guia" disabled={waiting} />}
              />
              <ButtonRow>
                <GuardedButton
                  type="submit"
                  waiting={waiting}
                  busy={busy}
                  reasons={values.guia.trim() === '' ? ['Escriba la guía.'] : []}
                >
                  Recibir este paquete
                </GuardedButton>
              </ButtonRow>
            </>
          )}
        </Form>
      </Section>
      <DataTable
        {...table}
        caption="Papeles en camino"
        columns={[tickColumn(snapshot, send, nameOf), ...columns]}
        rowKey={({ id_caja }) => id_caja}
        searchPlaceholder="Buscar por tienda o guía"
        emptyTitle="No hay papeles en camino"
      />
      <StickyBar>
        <ButtonRow inBar>
          <TickAll snapshot={snapshot} send={send} />
          <GuardedButton
            inBar
            waiting={waiting}
            busy={busy}
            reasons={cajas.length === 0 ? reasonsFor(papersKind, snapshot, request) : []}
            onClick={() => act(request)}
          >
            Recibir los marcados
          </GuardedButton>
        </ButtonRow>
      </StickyBar>
    </Page>
  );
}

import { useActor } from '@xstate/react';
import { CircleStop, Route, ShieldCheck, StepForward } from 'lucide-react';
import { chakra } from '@chakra-ui/react/styled-system';
import {
  type Finding,
  conformanceOf,
  failedToCheck,
  isChecking,
  isFinished,
  isStopped,
  percentOf,
  shareOf,
  showsFindings,
} from '#machines/flows/workflow/workflow-present.machine.ts';
import { problemOf } from '#machines/flows/steps/result.ts';
import { eventNameOf, findingSentence, guardSentence } from '#machines/domain/history/log-words.ts';
import type { workflowConformance } from './workflow.actors.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { StatTile, TileGrid } from '../../ui/layout/StatTile.tsx';
import { boxOf, countOf } from './workflow-words.ts';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { IconLink } from '../../ui/fields/LinkButton.tsx';
import { boxHistoryPath } from '../../app/screens/workflow-address.ts';
import { iconColumn, textColumn } from '../records/list-table.tsx';

/** Checks that every box followed the state machine: replays their logs, slice after slice. */
export function ConformancePanel({ machine }: { machine: typeof workflowConformance }) {
  const [snapshot, send] = useActor(machine);
  const { total, revisadas, conformes, hallazgos } = conformanceOf(snapshot);
  const nonconforming = revisadas - conformes;
  const share = shareOf(snapshot);
  const checking = isChecking(snapshot);
  return (
    <>
      <Section
        title="Revisar todas las cajas"
        description="Compara el registro de cada caja, desde su primer gasto, con las reglas de hoy."
      >
        <ButtonRow align="start">
          <GuardedButton
            icon={ShieldCheck}
            busy={checking && 'Revisando…'}
            onClick={() => send({ type: 'CHECK' })}
          >
            {showsFindings(snapshot) ? 'Revisar todas otra vez' : 'Revisar todas las cajas'}
          </GuardedButton>
          {checking ? (
            <GuardedButton
              variant="outline"
              icon={CircleStop}
              onClick={() => send({ type: 'STOP' })}
            >
              Detener
            </GuardedButton>
          ) : null}
          {isStopped(snapshot) ? (
            <GuardedButton
              variant="outline"
              icon={StepForward}
              onClick={() => send({ type: 'CONTINUE' })}
            >
              Continuar
            </GuardedButton>
          ) : null}
        </ButtonRow>
      </Section>
      {failedToCheck(snapshot) ? (
        <InlineAlert
          tone="danger"
          title="La revisión se interrumpió"
          action={
            <GuardedButton size="sm" onClick={() => send({ type: 'RETRY' })}>
              Reintentar desde donde iba
            </GuardedButton>
          }
        >
          {problemOf(snapshot)?.msg} Lo revisado hasta ahora se conserva.
        </InlineAlert>
      ) : null}
      {showsFindings(snapshot) ? (
        <>
          {isFinished(snapshot) ? null : (
            <ProgressBar
              label={`${countOf(revisadas)} de ${total === 0 ? '…' : countOf(total)} cajas revisadas`}
              value={percentOf(snapshot)}
              tone={failedToCheck(snapshot) ? 'danger' : 'info'}
            />
          )}
          <TileGrid>
            <StatTile label="Cajas revisadas" value={countOf(revisadas)} />
            <StatTile
              label="Conformes"
              value={share === null ? '—' : conformShare(share)}
              hint="De las revisadas"
              tone={nonconforming === 0 ? 'success' : 'warning'}
            />
            <StatTile
              label="No conformes"
              value={countOf(nonconforming)}
              tone={nonconforming === 0 ? 'neutral' : 'danger'}
            />
          </TileGrid>
          {hallazgos.length === 0 ? (
            <InlineAlert tone="success">
              {isFinished(snapshot)
                ? 'Todas las cajas cumplen las reglas'
                : 'Hasta ahora todas cumplen las reglas'}
            </InlineAlert>
          ) : (
            <TableSection
              title="Cajas con diferencias"
              description="El evento en el que el registro se aparta de las reglas, y la condición que lo rechaza."
              columns={findingColumns}
              rows={hallazgos}
              rowKey={findingKey}
              searchPlaceholder="Buscar por tienda, evento o motivo"
            />
          )}
        </>
      ) : null}
    </>
  );
}

const tenths = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** Rounds down: 99,99 % is not all of them. */
const conformShare = (share: number): string =>
  `${tenths.format(Math.floor(share * 1_000) / 10)} %`;

const eventOf = ({ secuencia, evento }: Finding): string =>
  secuencia === null || evento === null
    ? 'Al final del registro'
    : `Evento ${secuencia}: ${eventNameOf(evento)}`;

/** The sentence of each guard that refuses, and every other difference; the names of guards say it to nobody. */
const linesOf = ({ evento, guardias, diferencias }: Finding): string[] => [
  ...guardias.map((guardia) => guardSentence(evento ?? '', guardia)),
  ...diferencias
    .filter((line) => !guardias.some((guardia) => line.includes(guardia)))
    .map(findingSentence),
];

/** A box may have several: each says something else. */
const findingKey = (finding: Finding): string =>
  [finding.id_caja, finding.secuencia, ...linesOf(finding)].join(' ');

const findingColumns: readonly DataTableColumn<Finding>[] = [
  textColumn('tienda', 'Tienda', (row) => row.tienda, { isRowHeader: true }),
  textColumn('consecutivo', 'Caja n.º', (row) => String(row.consecutivo ?? ''), {
    sortValue: (row) => row.consecutivo,
  }),
  textColumn('evento', 'Evento', eventOf),
  {
    id: 'motivo',
    header: 'Diferencia',
    cell: (row) =>
      linesOf(row).map((line) => (
        <chakra.span key={line} display="block" overflowWrap="anywhere">
          {line}
        </chakra.span>
      )),
    searchValue: (row) => linesOf(row).join(' '),
  },
  iconColumn('history', 'Recorrido', (row) => (
    <IconLink
      to={boxHistoryPath(row.id_caja, row.secuencia)}
      icon={Route}
      label={`Ver el recorrido ${boxOf(row)}`}
    />
  )),
];
